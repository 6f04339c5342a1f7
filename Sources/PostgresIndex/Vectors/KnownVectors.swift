import Embedding
import Postgres

/// Vectors that need not be computed again.
enum KnownVectors {
  /// Returns the vectors of texts by their digests: those kept for a document that is not stored yet and, unless they
  /// alone are wanted, those of chunks with the same text.
  static func vectors(
    forDigests digests: [String], keptAlone: Bool, dimensions: Int, in connection: ReadingConnection
  ) async throws -> [String: UnitVector] {
    let kept: SQLText = "SELECT digest, vector FROM rag.kept_vectors WHERE digest = ANY(\(.texts(digests)))"
    let stored: SQLText = """
      SELECT DISTINCT ON (digest) digest, vector FROM rag.chunks JOIN rag.vectors ON chunk = id
      WHERE digest = ANY(\(.texts(digests))) ORDER BY digest, id
      """
    var vectors: [String: UnitVector] = [:]
    for result in try await connection.pipeline(keptAlone ? [kept.statement] : [stored.statement, kept.statement]) {
      for row in result {
        guard let vector = UnitVector(stored: try row.read(1)), vector.dimensions == dimensions else { continue }
        vectors[try row.read(0)] = vector
      }
    }
    return vectors
  }
}
