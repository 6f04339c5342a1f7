import Embedding
import Postgres

/// What a search with pgvector and PostgreSQL's own text search is at least: one prepared statement.
final class PlainSearch: Sendable {
  private let pool: PostgresPool

  init(_ address: PostgresAddress) { pool = PostgresPool(address, size: 8) }

  /// Makes a table of the chunks' texts and words, with an index of the words, unless there is one. Vectors are those
  /// of the index.
  func prepare() async throws {
    let isThere: Bool =
      try await pool.query("SELECT to_regclass('plain.chunks') IS NOT NULL").first?.read(0) ?? false
    guard !isThere else { return }
    for statement: PostgresStatement in [
      "CREATE SCHEMA IF NOT EXISTS plain",
      "CREATE TABLE plain.made AS SELECT id, text, to_tsvector('english', text) AS words FROM rag.chunks",
      "ALTER TABLE plain.made ADD PRIMARY KEY (id)",
      "CREATE INDEX ON plain.made USING gin (words)",
      "ANALYZE plain.made",
      "ALTER TABLE plain.made RENAME TO chunks",
    ] { try await pool.query(statement) }
  }

  /// The texts of the chunks that are nearest.
  ///
  /// - Parameter looking: How many vectors are looked at (`hnsw.ef_search`).
  func chunks(nearTo vector: UnitVector, limit: Int, looking: Int) async throws -> PostgresResult {
    let half = "vector::halfvec(\(vector.dimensions))"
    return try await run(
      PostgresStatement(
        """
        SELECT id, text FROM rag.vectors JOIN rag.chunks ON id = chunk
        ORDER BY \(half) <#> $1 LIMIT \(limit)
        """, values: [.halfvec(vector.elements)]), looking)
  }

  /// The vectors of the chunks that are nearest.
  func vectors(nearTo vector: UnitVector, limit: Int, looking: Int) async throws -> [[Float]] {
    let half = "vector::halfvec(\(vector.dimensions))"
    return try await run(
      PostgresStatement(
        "SELECT vector FROM rag.vectors ORDER BY \(half) <#> $1 LIMIT \(limit)",
        values: [.halfvec(vector.elements)]), looking
    ).map { try $0.read(0) }
  }

  /// Which of a question's words a chunk must have.
  enum Words: String {
    case any = " | "
    case all = " & "
  }

  /// The texts of the best chunks: the hundred nearest and the hundred best by words, fused by reciprocal ranks.
  func passages(matching question: Question, _ words: Words, limit: Int, looking: Int) async throws -> PostgresResult {
    let terms = question.text.split { !$0.isLetter && !$0.isNumber }.joined(separator: words.rawValue)
    let half = "vector::halfvec(\(question.vector.dimensions))"
    return try await run(
      PostgresStatement(
        """
        WITH near AS (
          SELECT chunk AS id, row_number() OVER (ORDER BY distance) AS place FROM (
            SELECT chunk, \(half) <#> $1 AS distance FROM rag.vectors ORDER BY \(half) <#> $1 LIMIT 100
          ) AS nearest
        ), worded AS (
          SELECT id, row_number() OVER (ORDER BY score DESC) AS place FROM (
            SELECT id, ts_rank_cd(words, query) AS score
            FROM plain.chunks, to_tsquery('english', $2) AS query WHERE words @@ query
            ORDER BY score DESC LIMIT 100
          ) AS best
        )
        SELECT id, text, coalesce(1.0 / (60 + near.place), 0) + coalesce(1.0 / (60 + worded.place), 0) AS score
        FROM near FULL JOIN worded USING (id) JOIN plain.chunks USING (id) ORDER BY score DESC LIMIT \(limit)
        """, values: [.halfvec(question.vector.elements), .text(terms)]), looking)
  }

  private func run(_ statement: PostgresStatement, _ looking: Int) async throws -> PostgresResult {
    try await pool.withConnection { connection in
      let setting = PostgresStatement("SELECT set_config('hnsw.ef_search', '\(looking)', false)", values: [])
      return try await connection.pipeline([setting, statement])[1]
    }
  }
}
