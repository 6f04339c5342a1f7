package import Embedding

/// A store's vectors.
package protocol StoredVectorsSearch: VectorSearch {
  /// Returns the exact cosine of each chunk to `vector`, omitting chunks that no longer exist.
  func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float]
  /// Returns the scale of the encoder's cosines: its own or, if it has none, one fitted on chunks from across the index
  /// and kept until the index changes. Without an encoder, or with too few chunks, it is the reference's.
  func cosineScale() async throws -> CosineScale
  /// Returns known vectors by the digest of the encoded text, which need not be encoded again.
  ///
  /// - Parameter keptAlone: Whether to omit the vectors of stored chunks.
  func vectors(forDigests digests: [String], keptAlone: Bool) async throws -> [String: UnitVector]
}
