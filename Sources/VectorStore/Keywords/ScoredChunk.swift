/// A chunk and its score.
package struct ScoredChunk: Sendable {
  package var chunk: Int64
  package var score: Double

  package init(chunk: Int64, score: Double) { (self.chunk, self.score) = (chunk, score) }
}
