import Embedding
import Postgres

/// The least that a search by meaning with pgvector can be: one prepared statement.
final class PlainSearch: Sendable {
  private let pool: PostgresPool
  private let limit: Int

  init(_ address: PostgresAddress, limit: Int) {
    pool = PostgresPool(address, size: 8)
    self.limit = limit
  }

  /// The texts of the chunks that are nearest.
  ///
  /// - Parameter looking: How many vectors are looked at (`hnsw.ef_search`).
  func chunks(nearTo vector: UnitVector, looking: Int) async throws -> PostgresResult {
    let half = "vector::halfvec(\(vector.dimensions))"
    return try await run(
      PostgresStatement(
        """
        SELECT id, text FROM rag.vectors JOIN rag.chunks ON id = chunk
        ORDER BY \(half) <#> $1 LIMIT \(limit)
        """, values: [.halfvec(vector.elements)]), looking)
  }

  /// The vectors of the chunks that are nearest.
  func vectors(nearTo vector: UnitVector, looking: Int) async throws -> [[Float]] {
    let half = "vector::halfvec(\(vector.dimensions))"
    return try await run(
      PostgresStatement(
        "SELECT vector FROM rag.vectors ORDER BY \(half) <#> $1 LIMIT \(limit)",
        values: [.halfvec(vector.elements)]), looking
    ).map { try $0.read(0) }
  }

  private func run(_ statement: PostgresStatement, _ looking: Int) async throws -> PostgresResult {
    try await pool.withConnection { connection in
      let setting = PostgresStatement("SELECT set_config('hnsw.ef_search', '\(looking)', false)", values: [])
      return try await connection.pipeline([setting, statement])[1]
    }
  }
}
