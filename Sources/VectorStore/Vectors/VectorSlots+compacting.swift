import Embedding
import GRDB

extension VectorSlots {
  /// Moves the last codes into the free slots before them and drops the emptied blocks, if more than half of all slots
  /// are free.
  ///
  /// Rare enough that readers can read everything again.
  static func compact(_ db: Database, dimensions: Int) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    let blocks = try CodeBlocks.count(db)
    let free = try Int.fetchOne(db, sql: "SELECT count(*) FROM free_slots") ?? 0
    guard free > blocks * perBlock / 2, blocks > 4 else { return }
    let kept = (blocks * perBlock - free + perBlock - 1) / perBlock
    let end = kept * perBlock

    var moved: [(chunk: Int64, code: VectorCode)] = []
    try StoredVectors.forEach(
      where: "slot >= ? ORDER BY slot", [end.databaseValue], dimensions: dimensions, in: db
    ) { chunk, _, elements in moved.append((chunk, VectorCode(elements))) }
    let targets = try Int.fetchAll(
      db, sql: "SELECT slot FROM free_slots WHERE slot < ? ORDER BY slot LIMIT ?", arguments: [end, moved.count])
    let layout = CodeLayout(dimensions: dimensions)
    try CodeBlocks.write(zip(targets, moved).map { (slot: $0, code: $1.code) }, layout: layout, to: db)
    for (target, (chunk, _)) in zip(targets, moved) {
      try db.cachedStatement(sql: "UPDATE chunks SET slot = ? WHERE id = ?").execute(arguments: [target, chunk])
      try db.cachedStatement(sql: "DELETE FROM free_slots WHERE slot = ?").execute(arguments: [target])
    }
    try db.execute(sql: "DELETE FROM code_blocks WHERE id >= ?", arguments: [kept])
    try db.execute(sql: "DELETE FROM block_changes WHERE block >= ?", arguments: [kept])
    try db.execute(sql: "DELETE FROM free_slots WHERE slot >= ?", arguments: [end])
    try db.execute(sql: "UPDATE meta SET value = random() WHERE key = 'epoch'")
  }
}
