import GRDB

extension SQLiteStore {
  /// Returns the number of rows that belong to nothing: it is always 0, unless something has gone wrong.
  package nonisolated func orphans() async throws -> Int {
    let sql = """
      SELECT (SELECT count(*) FROM documents WHERE folder NOT IN (SELECT id FROM folders))
        + (SELECT count(*) FROM chunks WHERE document NOT IN (SELECT id FROM documents))
        + (SELECT count(*) FROM vectors WHERE chunk NOT IN (SELECT id FROM chunks))
        + (SELECT count(*) FROM document_tags WHERE document NOT IN (SELECT id FROM documents))
      """
    return try await read { db, _ in try Int.fetchOne(db, sql: sql) ?? 0 }
  }
}
