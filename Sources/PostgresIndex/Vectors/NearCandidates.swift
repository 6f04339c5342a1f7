import Embedding
import Postgres
import VectorStore

/// What the database finds near, compared again.
///
/// The database adds the products of coordinates in another order than `UnitVector`, so that its cosines differ in
/// their last digits. With these, an index in a database gives the scores of one in a file, to the last bit. Only of
/// the candidates that can be among the nearest, whole vectors are sent.
enum NearCandidates {
  /// How much the cosines of the database may be wrong: 384 roundings of a number below one come to less than 1e-6.
  private static let error = 4e-6
  /// The number of candidates beyond those wanted.
  private static let spare = 16
  /// The number of vectors that are sent at once, beyond those wanted. If more are as near, they are asked for.
  private static let spareVectors = 2

  /// How many candidates to ask for at first.
  static func count(for limit: Int) -> Int { limit + spare }

  /// A statement for candidates: their ids, the database's distances, and the vectors of the nearest.
  ///
  /// - Parameter scan: Selects `chunk`, `vector` and `distance`.
  static func statement(_ limit: Int, of scan: SQLText) -> PostgresStatement {
    let sql: SQLText = """
      SELECT chunk, distance,
        CASE WHEN row_number() OVER (ORDER BY distance) <= \(.int(limit + spareVectors)) THEN vector END
      FROM (\(scan)) AS near
      """
    return sql.statement
  }

  /// Returns the nearest and all that tie with the last, in no order.
  ///
  /// - Parameter candidates: Returns so many candidates, as `statement` has them.
  static func nearest(
    _ limit: Int, to vector: UnitVector, in connection: ReadingConnection,
    among candidates: (Int) async throws -> PostgresResult
  ) async throws -> [VectorMatch] {
    var count = count(for: limit)
    while true {
      let rows = try await candidates(count)
      if let matches = try await nearest(limit, to: vector, of: rows, wanted: count, connection) { return matches }
      count *= 2
    }
  }

  /// Returns the nearest and all that tie with the last, in no order; `nil` if chunks beyond the candidates could be as
  /// near.
  ///
  /// - Parameter wanted: How many candidates were asked for.
  static func nearest(
    _ limit: Int, to vector: UnitVector, of rows: PostgresResult, wanted: Int, _ connection: ReadingConnection
  ) async throws -> [VectorMatch]? {
    var matches: [VectorMatch] = []
    var rest: [(chunk: Int64, cosine: Double)] = []
    var last = Double.infinity
    for row in rows {
      let (chunk, cosine) = (try DocumentRows.id(row, 0), -(try row.read(1) as Double))
      last = min(last, cosine)
      if let elements: [Float] = try row.read(2) {
        if let match = match(chunk, elements, to: vector) { matches.append(match) }
      } else {
        rest.append((chunk, cosine))
      }
    }
    let least = lastCosine(limit, of: matches) - error
    let near = rest.filter { $0.cosine >= least }
    if !near.isEmpty {
      let sql: SQLText = "SELECT chunk, vector FROM rag.vectors WHERE chunk = ANY(\(.ids(near.map(\.chunk))))"
      matches += try await connection.query(sql.statement).compactMap { try match($0, to: vector) }
    }
    guard matches.count > limit || !rest.isEmpty else { return matches }
    let worst = lastCosine(limit, of: matches)
    guard rows.count < wanted || worst - last >= error else { return nil }
    return matches.filter { Double($0.cosine) >= worst }
  }

  /// Returns the cosine of the last of the nearest.
  private static func lastCosine(_ limit: Int, of matches: [VectorMatch]) -> Double {
    guard matches.count >= limit else { return -.infinity }
    return Double(matches.map(\.cosine).sorted(by: >)[limit - 1])
  }

  /// Compares the vector in a row behind its chunk's id; `nil` if it has another number of dimensions.
  static func match(_ row: PostgresRow, to vector: UnitVector) throws -> VectorMatch? {
    match(try DocumentRows.id(row, 0), try row.read(1), to: vector)
  }

  private static func match(_ chunk: Int64, _ elements: [Float], to vector: UnitVector) -> VectorMatch? {
    elements.withUnsafeBufferPointer { vector.cosine(to: $0) }.map { VectorMatch(chunk: chunk, cosine: $0) }
  }
}
