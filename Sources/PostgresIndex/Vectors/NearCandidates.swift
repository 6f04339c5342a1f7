import Embedding
import Postgres
import VectorStore

/// What the database finds near, compared again.
///
/// The database adds the products of coordinates in another order than `UnitVector`, so that its cosines differ in
/// their last digits. With these, an index in a database gives the scores of one in a file, to the last bit.
enum NearCandidates {
  /// How much the cosines of the database may be wrong: 384 roundings of a number below one come to less than 1e-6.
  private static let error: Float = 4e-6
  /// The number of candidates beyond those wanted.
  private static let spare = 16

  /// How many candidates to ask for at first.
  static func count(for limit: Int) -> Int { limit + spare }

  /// Returns the nearest and all that tie with the last, in no order.
  ///
  /// - Parameter candidates: Returns the ids and vectors of so many chunks, the nearest by the database's cosine.
  static func nearest(
    _ limit: Int, to vector: UnitVector, among candidates: (Int) async throws -> PostgresResult
  ) async throws -> [VectorMatch] {
    var count = count(for: limit)
    while true {
      let rows = try await candidates(count)
      if let matches = try nearest(limit, to: vector, of: rows, wanted: count) { return matches }
      count *= 2
    }
  }

  /// Returns the nearest and all that tie with the last, in no order; `nil` if chunks beyond the candidates could be as
  /// near.
  ///
  /// - Parameter wanted: How many candidates were asked for.
  static func nearest(
    _ limit: Int, to vector: UnitVector, of rows: PostgresResult, wanted: Int
  ) throws -> [VectorMatch]? {
    let matches = try rows.compactMap { try match($0, to: vector) }.sorted { $0.cosine > $1.cosine }
    guard matches.count > limit else { return matches }
    let (worst, last) = (matches[limit - 1].cosine, matches[matches.count - 1].cosine)
    guard rows.count < wanted || worst - last >= error else { return nil }
    return matches.filter { $0.cosine >= worst }
  }

  /// Compares the vector in a row behind its chunk's id; `nil` if it has another number of dimensions.
  static func match(_ row: PostgresRow, to vector: UnitVector) throws -> VectorMatch? {
    let elements: [Float] = try row.read(1)
    guard let cosine = elements.withUnsafeBufferPointer({ vector.cosine(to: $0) }) else { return nil }
    return VectorMatch(chunk: try DocumentRows.id(row, 0), cosine: cosine)
  }
}
