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

  /// The most memory that building may take of the server, if its own setting is lower. If the index does not fit, it
  /// is finished on disk, many times more slowly.
  private static let mostMemory = 4 << 30
  /// What building keeps of a chunk besides its vector: twice `links` of 16 bytes at the lowest level, those above, and
  /// the headers (pgvector's hnsw.h).
  private static let linkBytes = 1280

  /// The links of a vector at each level but the lowest, and the candidates looked at for them: `m` and
  /// `ef_construction`.
  ///
  /// Of 100,000 vectors like those of notes, `Benchmarks/stores.py` finds this share of the ten nearest: .965 with
  /// pgvector's defaults, 16 and 64; .980 with 16 and 128; .986 with these, .990 with 32 and 128, at 0.5, 1, 1.4 and 2
  /// times the time to build.
  private static let (links, candidates) = (24, 128)

  private static let name = "vectors_nearest"

  let dimensions: Int
  /// How many vectors a search looks at in each part of the index, at least (`TablePartitions`). Of the nearest, twice
  /// as many may be in the largest part as its size says.
  let searched: Int

  /// Returns the index, if there is one for vectors of so many dimensions.
  static func ready(in connection: ReadingConnection, dimensions: Int) async throws -> VectorIndex? {
    let searched: Int = try await connection.query(Self.searchedIfReady.statement).first?.read(0) ?? 0
    return searched > 0 ? VectorIndex(dimensions: dimensions, searched: searched) : nil
  }

  /// `searched` of the index that can be used; 0 if there is none.
  static let searchedIfReady: SQLText = """
    SELECT coalesce((
      SELECT coalesce((
        SELECT ceil(least(1, 2.0 * max(size) / greatest(1, sum(size))) * \(.int(leastSearched)))::integer
        FROM (SELECT pg_relation_size(inhrelid) AS size FROM pg_inherits WHERE inhparent = indexrelid) AS parts
      ), \(.int(leastSearched)))
      FROM pg_index WHERE indexrelid = to_regclass(\(.text("rag.\(name)"))) AND indisvalid), 0)
    """

  /// Builds the index if there are enough chunks, and none yet. It takes in what is stored later.
  ///
  /// Others can search meanwhile.
  static func build(in connection: PostgresConnection, dimensions: Int, from leastChunks: Int) async throws {
    guard dimensions <= mostDimensions,
      try await ready(in: ReadingConnection(connection), dimensions: dimensions) == nil
    else { return }
    // Only the owner of the tables may build it. What others store counts by the server's estimate.
    let row = try await connection.query(
      """
      SELECT pg_has_role(relowner, 'USAGE'), greatest((SELECT count(*) FROM rag.vectors), reltuples::bigint, (
        SELECT sum(parts.reltuples)::bigint FROM pg_inherits JOIN pg_class AS parts ON parts.oid = inhrelid
        WHERE inhparent = pg_class.oid))
      FROM pg_class WHERE oid = 'rag.vectors'::regclass
      """
    ).first
    guard let row, try row.read(0) else { return }
    let count: Int = try row.read(1)
    guard count >= leastChunks else { return }
    // Left by a build that was interrupted.
    _ = try await connection.query("DROP INDEX IF EXISTS rag.\(name)")
    do {
      try await create(in: connection, dimensions: dimensions, count: count, isParallel: true)
    } catch let error as PostgresError where error.kind == .diskFull {
      // The server's workers share memory through /dev/shm, which a container may limit to 64 MB.
      try await create(in: connection, dimensions: dimensions, count: count, isParallel: false)
    }
  }

  private static func create(
    in connection: PostgresConnection, dimensions: Int, count: Int, isParallel: Bool
  ) async throws {
    let kilobytes = min(mostMemory, count * (2 * dimensions + linkBytes)) >> 10
    let memory: SQLText = """
      SELECT set_config('maintenance_work_mem', greatest(\(.int(kilobytes)), setting::bigint) || 'kB', true)
      FROM pg_settings WHERE name = 'maintenance_work_mem'
      """
    let index: SQLText = """
      CREATE INDEX \(verbatim: name) ON rag.vectors
      USING hnsw ((vector::halfvec(\(verbatim: "\(dimensions)"))) halfvec_ip_ops)
      WITH (m = \(verbatim: "\(links)"), ef_construction = \(verbatim: "\(candidates)"))
      """
    try await connection.transaction { connection in
      _ = try await connection.query(memory.statement)
      if !isParallel { _ = try await connection.query("SET LOCAL max_parallel_maintenance_workers = 0") }
      _ = try await connection.query(index.statement)
    }
  }

  /// Returns the nearest chunks that pass, in no order; `nil` if so few pass that they should all be compared, or the
  /// search ended before it came upon enough that pass.
  func nearest(
    _ limit: Int, to vector: UnitVector, where condition: SQLText?, in connection: ReadingConnection
  ) async throws -> [VectorMatch]? {
    var passing: SQLText = ""
    if let condition {
      let ids: SQLText = "SELECT chunks.id FROM \(verbatim: DocumentRows.chunksJoined) WHERE \(condition)"
      let counted: SQLText = "SELECT count(*) FROM (\(ids) LIMIT \(.int(Self.mostCompared + 1))) AS counted"
      let count: Int = try await connection.query(counted.statement).first?.read(0) ?? 0
      guard count > Self.mostCompared else { return nil }
      passing = "WHERE vectors.chunk IN (\(ids))"
    }
    var hasEnded = false
    let matches = try await NearCandidates.nearest(limit, to: vector, in: connection) { count in
      let rows = try await connection.pipeline(
        [setting(for: count), scan(limit, for: count, to: vector, passing: passing)])[1]
      if rows.count < Self.wanted(for: count) { hasEnded = true }
      return rows
    }
    return hasEnded ? nil : matches
  }

  /// A statement that lets the transaction's searches look at enough vectors for so many.
  ///
  /// - Parameter isIterative: Whether they go on if too few are found, for which the server keeps what it has passed
  ///   by: a tenth of a search's time.
  func setting(for count: Int, isIterative: Bool = true) -> PostgresStatement {
    let searched = min(1000, max(searched, Self.wanted(for: count)))
    let sql: SQLText = """
      SELECT set_config('hnsw.ef_search', \(.text("\(searched)")), true),
        set_config('hnsw.iterative_scan', \(.text(isIterative ? "relaxed_order" : "off")), true)
      """
    return sql.statement
  }

  /// A statement for the nearest chunks that pass, as `NearCandidates` has them.
  func scan(_ limit: Int, for count: Int, to vector: UnitVector, passing: SQLText = "") -> PostgresStatement {
    let half: SQLText = "vector::halfvec(\(verbatim: "\(dimensions)"))"
    let query: SQLText = "\(.halfvec(vector.elements))::halfvec(\(verbatim: "\(dimensions)"))"
    // The number of rows is in the text: for one that it does not know, the server plans anew each time.
    return NearCandidates.statement(
      limit,
      of: """
        SELECT chunk, vector, vector <#> \(.vector(vector.elements))::vector AS distance FROM rag.vectors \(passing)
        ORDER BY \(half) <#> \(query) LIMIT \(verbatim: "\(Self.wanted(for: count))")
        """)
  }

  /// The order by 16 bits is not quite that of whole vectors.
  static func wanted(for count: Int) -> Int { count + count / 4 }
}
