public import Embedding
public import VectorStore

extension SearchIndex {
  /// Returns the passages that fit a query best, or says why there are none.
  ///
  ///     let result = try await notes.search(for: SearchQuery(parsing: "tag:garden roses"))
  ///     for passage in result.passages { print(passage.source) }
  ///
  /// Unlike `passages(matching:)`, this returns nothing if no passage is near the query, and leaves out passages that
  /// score next to nothing. With `ranking: .vector`, or if a quoted phrase occurs, it always returns something, unless
  /// the operators exclude everything.
  /// - Parameters:
  ///   - query: What to search for. Operators alone find the first passage of each matching note, or of each
  ///     section about the days asked for, the newest note first.
  ///   - limit: The maximum number of passages to return.
  ///   - ranking: What passages are ranked by.
  ///   - perDocument: The maximum number of passages per document; `nil` for no limit.
  ///   - reranker: Decides the order of the best twenty passages, not whether any is near.
  /// - Throws: `SearchIndexError` if the index cannot be read; the encoder's and the reranker's errors.
  public nonisolated func search(
    for query: SearchQuery, limit: Int = 8, ranking: Ranking = .fused, perDocument: Int? = 2,
    reranker: (any Reranker)? = nil
  ) async throws -> SearchResult {
    let text = QueryText.searched(query.text)
    guard !text.isEmpty else {
      let newest = try await newestPassages(limit: limit, where: query.filter)
      return SearchResult(passages: newest, absence: newest.isEmpty ? .operators : nil)
    }
    let mayRefuse = ranking == .fused && encoder != nil && query.filter.phrases.isEmpty
    // The terms are read while the query is encoded.
    async let terms = mayRefuse ? QuestionTerms.read(text, in: self) : QuestionTerms(weights: [:])
    let found = try await passages(
      matching: text, limit: Reranking.depth(for: limit, reranker), ranking: ranking, where: query.filter,
      perDocument: perDocument, evenDistant: ranking != .fused)
    guard !found.isEmpty else {
      let isAnyLeft = try await !newestChunks(limit: 1, where: query.filter).isEmpty
      return SearchResult(passages: [], absence: isAnyLeft || query.filter == SearchFilter() ? .words : .operators)
    }
    let isHinted = QueryHints.lead(to: Array(found.prefix(limit)), text, today: query.filter.today)
    if mayRefuse, !isHinted, try await !isNear(terms, Array(found.prefix(limit))) {
      return SearchResult(passages: [], absence: .topic)
    }
    let near = ranking == .fused ? found.filter { $0.score >= Self.leastScore } : found
    return SearchResult(passages: try await Reranking.best(limit, of: near, for: text, reranker))
  }

  /// The score below which a passage has next to nothing of the query, neither its words nor its meaning.
  private static var leastScore: Double { 0.01 }

  /// Whether the found passages share enough with a query in words and in meaning.
  private nonisolated func isNear(_ terms: QuestionTerms, _ found: [Passage]) async throws -> Bool {
    let texts = found.prefix(RefusalGate.passages).map(\.searchedText)
    // A single character of an unspaced script is found inside words.
    let signs = terms.stems.filter { $0.count == 1 && $0.utf8.count > 2 }
    let stems = zip(texts, try await self.stems(of: texts)).map { text, stems in
      Set(stems).union(signs.filter { text.contains($0) })
    }
    let cosine = found.compactMap(\.scoreParts.cosine).max() ?? 0
    return RefusalGate.isNear(
      cosine: try await cosineScale().toReference(cosine), weights: terms.weights, stems: stems)
  }

  /// Returns the first passage of each note, the newest note first.
  private nonisolated func newestPassages(limit: Int, where filter: SearchFilter) async throws -> [Passage] {
    let labels = FolderLabels(folders: try await folders())
    let parts = ScoreParts(cosine: nil, lead: nil, exact: 0, stemmed: 0, keyword: 0)
    return try await newestChunks(limit: limit, where: filter).map {
      Passage($0, score: 0, parts: parts, labels: labels)
    }
  }
}
