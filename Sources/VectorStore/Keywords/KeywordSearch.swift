/// A search by words. All implementations find the same: `SearchIndex` scores its own postings, and the tests compare
/// it with FTS5's `bm25`.
package protocol KeywordSearch: Sendable {
  /// The best chunks in the documents that pass `filter`: the `limit` best of each of the two keyword indexes, ordered
  /// by 0.3 of the exact and 0.7 of the stemmed score; ties by path, then first line.
  ///
  /// These weights only order the candidates; `ScoreFusion` weighs the two scores for ranking.
  func keywordMatches(_ query: String, limit: Int, where filter: SearchFilter) async throws -> [KeywordMatch]
}
