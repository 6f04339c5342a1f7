/// A chunk found by words, with two BM25 scores: larger is better, 0 if the chunk is not among that list's best.
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
