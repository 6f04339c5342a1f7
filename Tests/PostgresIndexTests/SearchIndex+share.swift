import Embedding
import TestSupport
import Testing
import VectorStore

extension SearchIndex {
  /// Returns the share of the twenty nearest of forty random vectors, as another index finds them, that this one finds.
  ///
  /// - Parameter check: Gets the chunks that this one finds for each.
  func shareOfNearest(
    in exact: SearchIndex, using generator: inout SeededGenerator,
    _ check: (_ found: [Int64]) async throws -> Void = { _ in }
  ) async throws -> Double {
    var held = 0
    for _ in 0..<40 {
      let query = UnitVector.random(16, using: &generator)
      let found = try await nearest(to: query, limit: 20).map(\.chunk)
      let nearest = try await exact.nearest(to: query, limit: 20).map(\.chunk)
      #expect(found.count == 20 && nearest.count == 20)
      try await check(found)
      held += Set(nearest).intersection(found).count
    }
    return Double(held) / 800
  }
}
