import Embedding
import Foundation
import Postgres
import VectorStore

/// The encoder's space in `rag.meta`, which all vectors of the index are in, also those that a role does not see.
enum StoredSpace {
  /// Records the space of new vectors.
  ///
  /// Another space is replaced only if no folder refers to it, whoever owns the folder: the foreign key sees all.
  ///
  /// - Throws: `SearchIndexError.differentSpace` if one does. The transaction can only be rolled back then.
  static func record(
    _ space: EmbeddingSpace, inPlaceOf stored: EmbeddingSpace?, _ connection: PostgresConnection
  ) async throws {
    guard stored != space else { return }
    if let stored, !stored.isSame(as: space) { try await remove(stored, for: space, connection) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(space), as: UTF8.self)
    let sql: SQLText = """
      INSERT INTO rag.meta VALUES ('space', \(.text(json))) ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """
    try await connection.query(sql.statement)
  }

  private static func remove(
    _ stored: EmbeddingSpace, for space: EmbeddingSpace, _ connection: PostgresConnection
  ) async throws {
    let different = SearchIndexError.differentSpace(stored: stored, requested: space)
    let first: PostgresStatement = "SELECT 1 FROM rag.chunks UNION ALL SELECT 1 FROM rag.jobs LIMIT 1"
    guard try await connection.query(first).isEmpty else { throw different }
    _ = try await connection.query("DELETE FROM rag.kept_vectors")
    _ = try await connection.query("UPDATE rag.folders SET space = NULL WHERE space IS NOT NULL")
    do {
      _ = try await connection.query("DELETE FROM rag.meta WHERE key = 'space'")
    } catch let error as PostgresError where error.kind == .constraint {
      throw different
    }
    _ = try await connection.query("UPDATE rag.meta SET value = gen_random_uuid()::text WHERE key = 'epoch'")
    _ = try await connection.query("DROP INDEX IF EXISTS rag.vectors_nearest")
  }

  /// Notes that folders have vectors in the space, if there is one.
  static func note(inFolders condition: SQLText, _ connection: PostgresConnection) async throws {
    let sql: SQLText = """
      UPDATE rag.folders SET space = meta.key FROM rag.meta
      WHERE meta.key = 'space' AND folders.space IS NULL AND \(condition)
      """
    try await connection.query(sql.statement)
  }
}
