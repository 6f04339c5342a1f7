import GRDB

extension SQLiteStore {
  /// Erases deleted text from the file, so that no byte of it is left.
  ///
  /// SQLite overwrites deleted rows, but a keyword index keeps their words until its segments are merged, and the
  /// write-ahead log keeps old pages until a checkpoint. `update(from:)` and `removeFolder` erase on their own; after
  /// `apply`, that is left to the caller, who may have more to store. While another process searches, the log
  /// stays until the next call.
  ///
  /// Cost: 2 s for 100,000 chunks if anything was deleted since the last time; nothing otherwise.
  package func eraseDeleted() throws {
    guard try run({ try $0.read { try SQLiteStore.isErasureDue(in: $0) } }) else { return }
    try write { db in
      for table in ["chunks_exact", "chunks_stemmed"] {
        try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
      }
      try db.execute(sql: "DELETE FROM meta WHERE key = 'erasure'")
    }
    try run { SQLiteStore.foldLog(of: $0) }
  }

  /// Records that the file may still contain deleted text.
  static func noteDeletion(in db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO meta VALUES ('erasure', 1)").execute()
  }

  private static func isErasureDue(in db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT 1 FROM meta WHERE key = 'erasure'") != nil
  }
}
