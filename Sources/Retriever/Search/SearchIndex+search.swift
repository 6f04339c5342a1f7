public import VectorStore

extension SearchIndex {
  /// Finds the passages that fit a query best.
  ///
  /// By meaning something is always the nearest: unlike `passages(matching:)`, this finds nothing where no passage is
  /// near, and leaves out passages that score next to nothing. A ranking by meaning alone always finds something, and
  /// so does a quoted phrase that occurs.
  /// - Parameters:
  ///   - query: What to look for. One of operators alone finds the first passage of each note, the newest note first.
  ///   - limit: The most passages to return.
  ///   - ranking: What the order rests on.
  ///   - perDocument: The most passages of one document, the best of it; `nil` for as many as there are.
  /// - Throws: `SearchIndexError` where the index cannot be read.
  public nonisolated func search(
    for query: SearchQuery, limit: Int = 8, ranking: Ranking = .fused, perDocument: Int? = 2
  ) async throws -> SearchResult {
    guard !QueryText.normalized(query.text).isEmpty else {
      let newest = try await newestPassages(limit: limit, where: query.filter)
      return SearchResult(passages: newest, absence: newest.isEmpty ? .operators : nil)
    }
    let found = try await passages(
      matching: query.text, limit: limit, ranking: ranking, where: query.filter, perDocument: perDocument)
    guard !found.isEmpty else {
      let isAnyLeft = try await !newestChunks(limit: 1, where: query.filter).isEmpty
      return SearchResult(passages: [], absence: isAnyLeft || query.filter == SearchFilter() ? .words : .operators)
    }
    if ranking == .fused, encoder != nil, query.filter.phrases.isEmpty, try await !isNear(query.text, found) {
      return SearchResult(passages: [], absence: .topic)
    }
    return SearchResult(passages: ranking == .fused ? found.filter { $0.score >= Self.leastScore } : found)
  }

  /// What scores less has next to nothing of the query, neither its words nor its meaning.
  private static var leastScore: Double { 0.01 }

  /// Whether a passage that was found shares enough with the query in words and in meaning.
  private nonisolated func isNear(_ query: String, _ found: [Passage]) async throws -> Bool {
    let terms = try await QuestionTerms.read(query, in: self)
    let texts = found.prefix(RefusalGate.passages).map { $0.heading + "\n" + $0.text }
    // A lone character of a script without spaces is found inside of words.
    let signs = terms.stems.filter { $0.count == 1 && $0.utf8.count > 2 }
    let stems = zip(texts, try await self.stems(of: texts)).map { text, stems in
      Set(stems).union(signs.filter { text.contains($0) })
    }
    let cosine = found.compactMap(\.scoreParts.cosine).max() ?? 0
    return RefusalGate.isNear(cosine: cosine, weights: terms.weights, stems: stems)
  }

  /// The first passage of each note, the newest note first.
  private nonisolated func newestPassages(limit: Int, where filter: SearchFilter) async throws -> [Passage] {
    let labels = FolderLabels(folders: try await folders())
    let parts = ScoreParts(cosine: nil, lead: nil, exact: 0, stemmed: 0, keyword: 0)
    return try await newestChunks(limit: limit, where: filter).map {
      Passage($0, score: 0, parts: parts, labels: labels)
    }
  }
}
