package import Embedding

/// A search by vector. All implementations find the same: `SearchIndex` scans codes, and the tests compare it with a
/// plain scan over the vectors themselves.
package protocol VectorSearch: Sendable {
  /// The `limit` chunks nearest to each of the vectors in the documents that pass `filter`, by exact cosine; ties by
  /// path, then first line.
  func nearest(to vectors: [UnitVector], limit: Int, where filter: SearchFilter) async throws -> [[VectorMatch]]
}
