import Embedding
import Postgres
import VectorStore

/// The HNSW index over all vectors, in 16 bits for each coordinate, which an index of many chunks has. What it finds is
/// compared again with whole vectors.
package struct VectorIndex {
  /// The number of chunks from which it is built. Up to there, comparing all takes less than 50 ms on one core.
  package static let leastChunks = 50_000
  /// The most chunks that pass a filter for which they are all compared instead.
  static let mostCompared = 20_000
  /// pgvector indexes halfvecs of up to 4,000 coordinates.
  static let mostDimensions = 4000

  /// How many vectors a search looks at, at least (`hnsw.ef_search`).
  private static let leastSearched = 200

  private static let name = "vectors_nearest"

  let dimensions: Int

  /// Returns the index, if there is one for vectors of so many dimensions.
  static func ready(in connection: PostgresConnection, dimensions: Int) async throws -> VectorIndex? {
    let sql: SQLText = """
      SELECT EXISTS (
        SELECT FROM pg_index WHERE indexrelid = to_regclass(\(.text("rag.\(name)"))) AND indisvalid)
      """
    let isReady: Bool = try await connection.query(sql.statement).first?.read(0) ?? false
    return isReady ? VectorIndex(dimensions: dimensions) : nil
  }

  /// Builds the index if there are enough chunks, and none yet. It takes in what is stored later.
  ///
  /// Others can search meanwhile.
  static func build(in connection: PostgresConnection, dimensions: Int, from leastChunks: Int) async throws {
    guard dimensions <= mostDimensions, try await ready(in: connection, dimensions: dimensions) == nil else { return }
    // Only the owner of the tables may build it. What others store counts by the server's estimate.
    let row = try await connection.query(
      """
      SELECT pg_has_role(relowner, 'USAGE'), greatest(reltuples::bigint, (SELECT count(*) FROM rag.vectors))
      FROM pg_class WHERE oid = 'rag.vectors'::regclass
      """
    ).first
    guard let row, try row.read(0), try row.read(1) >= leastChunks else { return }
    // Left by a build that was interrupted.
    _ = try await connection.query("DROP INDEX IF EXISTS rag.\(name)")
    let sql: SQLText = """
      CREATE INDEX \(verbatim: name) ON rag.vectors
      USING hnsw ((vector::halfvec(\(verbatim: "\(dimensions)"))) halfvec_ip_ops)
      """
    _ = try await connection.query(sql.statement)
  }

  /// Returns the nearest chunks that pass, in no order; `nil` if so few pass that they should all be compared, or the
  /// search ended before it came upon enough that pass.
  func nearest(
    _ limit: Int, to vector: UnitVector, where condition: SQLText?, in connection: PostgresConnection
  ) async throws -> [VectorMatch]? {
    var passing: SQLText = ""
    if let condition {
      let ids: SQLText = "SELECT chunks.id FROM \(verbatim: DocumentRows.chunksJoined) WHERE \(condition)"
      let counted: SQLText = "SELECT count(*) FROM (\(ids) LIMIT \(.int(Self.mostCompared + 1))) AS counted"
      let count: Int = try await connection.query(counted.statement).first?.read(0) ?? 0
      guard count > Self.mostCompared else { return nil }
      passing = "WHERE vectors.chunk IN (\(ids))"
    }
    let half: SQLText = "vector::halfvec(\(verbatim: "\(dimensions)"))"
    let query: SQLText = "\(.halfvec(vector.elements))::halfvec(\(verbatim: "\(dimensions)"))"
    var hasEnded = false
    let matches = try await NearCandidates.nearest(limit, to: vector) { count in
      // The order by 16 bits is not quite that of whole vectors.
      let wanted = count + count / 4
      let scan: SQLText = """
        SELECT set_config('hnsw.ef_search', \(.text("\(min(1000, max(Self.leastSearched, wanted)))")), true),
          set_config('hnsw.iterative_scan', 'relaxed_order', true)
        """
      let sql: SQLText = """
        SELECT chunk, vector FROM rag.vectors \(passing) ORDER BY \(half) <#> \(query) LIMIT \(.int(wanted))
        """
      let rows = try await connection.pipeline([scan.statement, sql.statement])[1]
      if rows.count < wanted { hasEnded = true }
      return rows
    }
    return hasEnded ? nil : matches
  }
}
