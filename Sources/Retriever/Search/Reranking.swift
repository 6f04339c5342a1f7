import Embedding

/// A second look at what a search found: a reranker reads the first passages and decides their order.
enum Reranking {
  /// The number of passages that are read. All-MiniLM-L6-v2, whose layers have the size of ms-marco-MiniLM-L6-v2's,
  /// encodes 20 texts of 233 tokens in 0.27 s on two cores, and in 0.15 s with int8 (74 and 136 texts per second,
  /// BENCHMARKS.md).
  static let depth = 20

  /// Returns how many passages to search for, to have the best `limit` afterwards.
  static func depth(for limit: Int, _ reranker: (any Reranker)?) -> Int { reranker == nil ? limit : max(limit, depth) }

  /// Returns the best `limit` of passages, which are best first; without a reranker, in the order they have.
  ///
  /// The reranker orders the first twenty; those after them stay behind them. Equal scores leave passages in their
  /// order. A passage whose score is not a finite number comes after those that have one.
  static func best(
    _ limit: Int, of passages: [Passage], for query: String, _ reranker: (any Reranker)?
  ) async throws -> [Passage] {
    guard let reranker else { return Array(passages.prefix(limit)) }
    var read = Array(passages.prefix(depth))
    guard !read.isEmpty else { return [] }
    let texts = read.map { $0.context + "\n" + $0.text }
    let scores = try await reranker.scores(of: texts, for: QueryText.normalized(query))
    guard scores.count == read.count else {
      throw EmbeddingError.wrongScoreCount(reranker: reranker.name, expected: read.count, found: scores.count)
    }
    for (index, score) in scores.enumerated() where score.isFinite { read[index].scoreParts.reranker = score }
    let order = read.indices.sorted { left, right in
      let (first, second) = (read[left].scoreParts.reranker, read[right].scoreParts.reranker)
      if first == second { return left < right }
      return (first ?? -.infinity) > (second ?? -.infinity)
    }
    return Array((order.map { read[$0] } + passages.dropFirst(depth)).prefix(limit))
  }
}
