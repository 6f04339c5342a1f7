import Embedding
import GRDB

/// The slots of an index's codes that are allocated and written in one transaction.
///
/// Uses the lowest free slots first. Buffers codes and writes many at a time, panel by panel.
struct VectorSlots {
  private let db: Database
  /// The lowest slots in the table of free ones, not yet taken from it.
  private var lowest: ArraySlice<Int> = []
  /// The codes to write, by slot; `nil` for a slot that is free now.
  private var written: [Int: VectorCode?] = [:]
  private var isAnyFreed = false

  /// The number of codes that are buffered before they are written: 16 blocks, 1.5 MB.
  private static let mostWaiting = 16 * IndexSchema.vectorsPerBlock

  init(_ db: Database) {
    self.db = db
  }

  /// Takes the lowest free slot.
  mutating func take(dimensions: Int) throws -> Int {
    if lowest.isEmpty { try findFree(dimensions: dimensions) }
    guard let slot = lowest.popFirst() else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "no slot is free in a new block of vectors")
    }
    try db.cachedStatement(sql: "DELETE FROM free_slots WHERE slot = ?").execute(arguments: [slot])
    return slot
  }

  /// Buffers the code for a slot that was taken.
  mutating func put(_ code: VectorCode, at slot: Int) throws {
    written[slot] = .some(code)
    if written.count >= VectorSlots.mostWaiting { try writeWaiting(dimensions: code.codes.count) }
  }

  /// Frees a slot.
  mutating func free(_ slot: Int) throws {
    try db.cachedStatement(sql: "INSERT INTO free_slots VALUES (?)").execute(arguments: [slot])
    written[slot] = .some(nil)
    isAnyFreed = true
  }

  private mutating func findFree(dimensions: Int) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    lowest = try Int.fetchAll(db, sql: "SELECT slot FROM free_slots ORDER BY slot LIMIT ?", arguments: [perBlock])[...]
    guard lowest.isEmpty else { return }
    let block = try CodeBlocks.count(db)
    try CodeBlocks.append(block, layout: CodeLayout(dimensions: dimensions), to: db)
    lowest = ArraySlice(block * perBlock..<(block + 1) * perBlock)
    let insert = try db.cachedStatement(sql: "INSERT INTO free_slots VALUES (?)")
    for slot in lowest { try insert.execute(arguments: [slot]) }
  }

  /// Writes the buffered codes, and compacts the slots if many are free.
  mutating func write(dimensions: Int) throws {
    try writeWaiting(dimensions: dimensions)
    if isAnyFreed { try VectorSlots.compact(db, dimensions: dimensions) }
  }

  /// Writes the buffered codes, and records which blocks changed in this generation.
  private mutating func writeWaiting(dimensions: Int) throws {
    guard !written.isEmpty else { return }
    let note = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO block_changes SELECT ?, value FROM meta WHERE key = 'generation'")
    for block in Set(written.keys.map { $0 / IndexSchema.vectorsPerBlock }) { try note.execute(arguments: [block]) }

    let none = VectorCode.none(dimensions: dimensions)
    let codes = written.sorted { $0.key < $1.key }.map { (slot: $0.key, code: $0.value ?? none) }
    try CodeBlocks.write(codes, layout: CodeLayout(dimensions: dimensions), to: db)
    written.removeAll(keepingCapacity: true)
  }
}
