import Postgres
import VectorStore

/// How folders are added and found.
enum FolderRows {
  /// Returns the id of a folder, adding it for everybody if it is not in the index.
  ///
  /// - Throws: `SearchIndexError.forbidden` if it is there, and belongs to a role that ours is not a member of.
  static func id(
    of folder: String, inIndexAt path: String, _ connection: PostgresConnection
  ) async throws -> Int64 {
    try await id(of: folder, addedFor: nil, inIndexAt: path, connection)
  }

  /// Returns the id of a folder, adding it for a role if it is not in the index; `nil` is everybody.
  static func id(
    of folder: String, addedFor role: String?, inIndexAt path: String, _ connection: PostgresConnection
  ) async throws -> Int64 {
    let insert: SQLText = """
      INSERT INTO rag.folders (path, owner) VALUES (\(.text(folder)), quote_ident(\(.text(role)))::regrole)
      ON CONFLICT DO NOTHING
      """
    let select: SQLText = "SELECT id FROM rag.folders WHERE path = \(.text(folder))"
    guard let row = try await connection.pipeline([insert.statement, select.statement])[1].first else {
      throw SearchIndexError.forbidden(
        path: path, reason: "\(folder) belongs to a role that yours is not a member of, who may see it and change it")
    }
    return try DocumentRows.id(row, 0)
  }
}
