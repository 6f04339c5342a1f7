import Embedding
import GRDB

/// Which slots of an index's vectors are given away and written in one transaction.
///
/// The lowest free slots are used first; a slot that becomes free is filled with zeros. Vectors are collected and
/// written at the end, block by block.
struct VectorSlots {
  private let db: Database
  /// The lowest slots of the table of free ones, not yet taken from it.
  private var lowest: ArraySlice<Int> = []
  private var written: [Int: [Float]] = [:]
  private var isAnyFreed = false

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

  /// Notes which vector is to stand in a slot that was taken.
  mutating func put(_ vector: UnitVector, at slot: Int) {
    written[slot] = vector.elements
  }

  /// Gives a slot back.
  mutating func free(_ slot: Int) throws {
    try db.cachedStatement(sql: "INSERT INTO free_slots VALUES (?)").execute(arguments: [slot])
    written[slot] = []
    isAnyFreed = true
  }

  private mutating func findFree(dimensions: Int) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    lowest = try Int.fetchAll(db, sql: "SELECT slot FROM free_slots ORDER BY slot LIMIT ?", arguments: [perBlock])[...]
    guard lowest.isEmpty else { return }
    let block = try Int.fetchOne(db, sql: "SELECT count(*) FROM vector_blocks") ?? 0
    try db.execute(
      sql: "INSERT INTO vector_blocks VALUES (?, zeroblob(?))",
      arguments: [block, perBlock * dimensions * MemoryLayout<Float>.size])
    lowest = ArraySlice(block * perBlock..<(block + 1) * perBlock)
    let insert = try db.cachedStatement(sql: "INSERT INTO free_slots VALUES (?)")
    for slot in lowest { try insert.execute(arguments: [slot]) }
  }

  /// Writes what was collected, and notes which blocks have changed.
  func write(dimensions: Int) throws {
    guard !written.isEmpty else { return }
    try db.execute(sql: "UPDATE meta SET value = value + 1 WHERE key = 'generation'")
    let note = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO block_changes SELECT ?, value FROM meta WHERE key = 'generation'")
    for block in Set(written.keys.map { $0 / IndexSchema.vectorsPerBlock }) { try note.execute(arguments: [block]) }

    let zeros = [Float](repeating: 0, count: dimensions)
    let vectors = written.sorted { $0.key < $1.key }.map { ($0.key, $0.value.isEmpty ? zeros : $0.value) }
    try VectorBlocks.writeVectors(vectors, dimensions: dimensions, to: db)
    if isAnyFreed { try VectorSlots.compact(db, dimensions: dimensions) }
  }
}
