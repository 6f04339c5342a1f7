/// A chunk and its score.
struct ScoredChunk {
  var chunk: Int64
  var score: Double
}
