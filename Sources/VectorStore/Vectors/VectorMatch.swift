/// A chunk found by its vector.
public struct VectorMatch: Sendable, Hashable {
  /// The chunk's id, for `chunks(withIDs:)`.
  public var chunk: Int64
  /// The cosine of its vector and the query vector, −1 … 1.
  public var cosine: Float

  package init(chunk: Int64, cosine: Float) {
    self.chunk = chunk
    self.cosine = cosine
  }
}
