/// A chunk found by its vector.
public struct VectorMatch: Sendable, Hashable {
  /// The chunk's row in the index, for `chunks(withIDs:)`.
  public var chunk: Int64
  /// The cosine of its vector and the one that was searched for, in −1 … 1.
  public var cosine: Float

  package init(chunk: Int64, cosine: Float) {
    self.chunk = chunk
    self.cosine = cosine
  }
}

/// A chunk found by words: two BM25 scores, larger is better, 0 where the chunk is not among that list's best.
package struct KeywordMatch: Sendable, Hashable {
  package var chunk: Int64
  package var exact: Double
  package var stemmed: Double

  package init(chunk: Int64, exact: Double, stemmed: Double) {
    self.chunk = chunk
    self.exact = exact
    self.stemmed = stemmed
  }
}
