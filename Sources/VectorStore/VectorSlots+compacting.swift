import GRDB

extension VectorSlots {
  /// Moves the last vectors into the free slots before them and drops the blocks that are then empty, if more than
  /// half of all slots are free.
  ///
  /// Rare enough that readers may read everything anew.
  static func compact(_ db: Database, dimensions: Int) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    let blocks = try Int.fetchOne(db, sql: "SELECT count(*) FROM vector_blocks") ?? 0
    let free = try Int.fetchOne(db, sql: "SELECT count(*) FROM free_slots") ?? 0
    guard free > blocks * perBlock / 2, blocks > 4 else { return }
    let kept = (blocks * perBlock - free + perBlock - 1) / perBlock
    let end = kept * perBlock

    let moved = try Row.fetchAll(db, sql: "SELECT id, slot FROM chunks WHERE slot >= ? ORDER BY slot", arguments: [end])
    let targets = try Int.fetchAll(
      db, sql: "SELECT slot FROM free_slots WHERE slot < ? ORDER BY slot LIMIT ?", arguments: [end, moved.count])
    var vectors: [[Float]] = []
    try VectorBlocks.readVectors(at: moved.map { try $0.value(1) }, dimensions: dimensions, from: db) {
      vectors.append($1)
    }
    try VectorBlocks.writeVectors(zip(targets, vectors), dimensions: dimensions, to: db)
    for (row, target) in zip(moved, targets) {
      try db.cachedStatement(sql: "UPDATE chunks SET slot = ? WHERE id = ?").execute(arguments: [
        target, row.value(0) as Int64,
      ])
      try db.cachedStatement(sql: "DELETE FROM free_slots WHERE slot = ?").execute(arguments: [target])
    }
    try db.execute(sql: "DELETE FROM vector_blocks WHERE id >= ?", arguments: [kept])
    try db.execute(sql: "DELETE FROM block_changes WHERE block >= ?", arguments: [kept])
    try db.execute(sql: "DELETE FROM free_slots WHERE slot >= ?", arguments: [end])
    try db.execute(sql: "UPDATE meta SET value = random() WHERE key = 'epoch'")
  }
}
