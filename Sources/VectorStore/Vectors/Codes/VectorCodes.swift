import CKernels
import Embedding
import GRDB
import GRDBSQLite

/// A snapshot of the codes of all vectors in an index.
///
/// Takes 396 bytes per vector of 384 coordinates. Copies share their segments until one of them changes.
struct VectorCodes: Sendable {
  /// The version of the index's contents when they were read; `epoch` changes when all codes must be read again.
  private(set) var epoch: Int64
  private(set) var generation: Int64
  private(set) var space: EmbeddingSpace
  private(set) var segments: [CodeSegment] = []

  var slots: Int { segments.reduce(0) { $0 + $1.slots } }

  /// Reads what has changed since the last read, or everything.
  static func update(_ codes: inout VectorCodes?, from db: Database) throws {
    let (epoch, generation) = try version(of: db)
    if let codes, codes.epoch == epoch, codes.generation == generation { return }
    if codes?.epoch != epoch {
      codes = try EmbeddingSpace.stored(in: db).map { VectorCodes(epoch: epoch, generation: -1, space: $0) }
    }
    let changed = try Int.fetchAll(
      db, sql: "SELECT block FROM block_changes WHERE generation > ? ORDER BY block", arguments: [codes?.generation])
    try codes?.read(changed, of: CodeBlocks.count(db), from: db)
    codes?.generation = generation
  }

  /// Whether nothing has changed since the codes were read.
  func isCurrent(in db: Database) throws -> Bool {
    try Self.version(of: db) == (epoch, generation)
  }

  /// Returns the version of an index's contents.
  static func version(of db: Database) throws -> (epoch: Int64, generation: Int64) {
    var (epoch, generation): (Int64, Int64) = (0, 0)
    try forEachRow(of: "SELECT key, value FROM meta WHERE key IN ('epoch', 'generation')", arguments: [], in: db) {
      row in
      let value = sqlite3_column_int64(row, 1)
      if sqlite3_column_text(row, 0)?[0] == UInt8(ascii: "e") { epoch = value } else { generation = value }
    }
    return (epoch, generation)
  }

  /// Reads the changed ones of `count` blocks.
  private mutating func read(_ changed: [Int], of count: Int, from db: Database) throws {
    let perSegment = CodeSegment.mostBlocks
    let known = slots / IndexSchema.vectorsPerBlock
    guard let first = changed.first, let last = changed.last else {
      if known != count { throw Self.missingBlock }
      return
    }
    if last >= count || known > count || !(known..<count).allSatisfy(Set(changed).contains) { throw Self.missingBlock }
    let layout = CodeLayout(dimensions: space.dimensions)
    var blocks = try CodeBlocks(db, block: Int64(first), layout: layout, writable: false)
    defer { blocks.close() }
    for group in Dictionary(grouping: changed, by: { $0 / perSegment }).sorted(by: { $0.key < $1.key }) {
      let size = min(perSegment, count - group.key * perSegment)
      if group.key == segments.count { segments.append(CodeSegment(blocks: size, layout: layout)) }
      // A segment that a search is reading must not change.
      if segments[group.key].blocks < size || !isKnownUniquelyReferenced(&segments[group.key]) {
        segments[group.key] = segments[group.key].copy(blocks: size)
      }
      for block in group.value {
        try blocks.move(to: Int64(block))
        try segments[group.key].read(block % perSegment, from: blocks)
      }
    }
  }

  private static var missingBlock: DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block of vectors is missing")
  }
}
