public import Embedding
public import VectorStore

extension SearchIndex {
  /// Returns the passages that fit a query best, best first.
  ///
  ///     for passage in try await notes.passages(matching: "rotate the signing keys", limit: 5) {
  ///         print(passage.score, passage.source)
  ///     }
  ///
  /// With an encoder there is always a nearest passage, however far; `search(for:)` returns nothing if none is near.
  /// Without an encoder, passages are ranked by words alone. Equal scores are ordered by path, then first line.
  ///
  /// With a filter, scores are relative to the passages that pass, so a passage may score differently than without the
  /// filter. Its cosine is the same.
  /// - Parameters:
  ///   - query: What to search for. Quotes and other punctuation have no special meaning.
  ///   - limit: The maximum number of passages to return.
  ///   - ranking: What passages are ranked by.
  ///   - filter: Which notes to search; all of them by default.
  ///   - perDocument: The maximum number of passages per document; `nil` for no limit.
  ///   - reranker: Decides the order of the best twenty passages.
  /// - Throws: `SearchIndexError` if the index cannot be read; the encoder's and the reranker's errors.
  public nonisolated func passages(
    matching query: String, limit: Int = 8, ranking: Ranking = .fused, where filter: SearchFilter = SearchFilter(),
    perDocument: Int? = nil, reranker: (any Reranker)? = nil
  ) async throws -> [Passage] {
    let query = QueryText.normalized(query)
    guard limit > 0, perDocument ?? 1 > 0, !query.isEmpty else { return [] }
    if let reranker {
      let found = try await self.passages(
        matching: query, limit: Reranking.depth(for: limit, reranker), ranking: ranking, where: filter,
        perDocument: perDocument)
      return try await Reranking.best(limit, of: found, for: query, reranker)
    }
    func passages(depth: Int) async throws -> (passages: [Passage], candidates: Int) {
      let (candidates, vector) = try await search(for: query, depth: depth, ranking: ranking, where: filter)
      let scored = try await scores(of: candidates, matching: query, ranking: ranking)
      return (try await best(limit, of: scored, perDocument: perDocument, nearTo: vector), candidates.count)
    }
    let depth = max(limit, ScoreFusion.listLimit)
    let (found, candidates) = try await passages(depth: depth)
    // If a long document fills the lists, others are searched for further down.
    guard perDocument != nil, found.count < limit, candidates >= depth else { return found }
    return try await passages(depth: 20 * depth).passages
  }

  /// Returns the union of the best chunks of each list that a ranking uses. Chunks found only by words have no cosine:
  /// it is at most the lowest of the nearest.
  ///
  /// The candidates of `.fused` include those of the other rankings.
  package nonisolated func candidates(
    matching query: String, depth: Int = ScoreFusion.listLimit, ranking: Ranking = .fused,
    where filter: SearchFilter = SearchFilter()
  ) async throws -> [ScoreFusion.Candidate] {
    try await search(for: query, depth: depth, ranking: ranking, where: filter).candidates
  }

  /// Searches for the words while the query is encoded.
  private nonisolated func search(
    for query: String, depth: Int, ranking: Ranking, where filter: SearchFilter
  ) async throws -> (candidates: [ScoreFusion.Candidate], vector: UnitVector?) {
    let topic = QuestionTerms.topic(of: query)
    async let words = ranking == .vector ? [] : keywordMatches(topic, limit: depth, where: filter)
    let vector = ranking == .keyword ? nil : try await encoder?.encode(query, as: .query)
    var candidates: [Int64: ScoreFusion.Candidate] = [:]
    for match in try await words {
      candidates[match.chunk] = .init(chunk: match.chunk, cosine: nil, exact: match.exact, stemmed: match.stemmed)
    }
    if let vector {
      for match in try await nearest(to: vector, limit: depth, where: filter) {
        candidates[match.chunk, default: .init(chunk: match.chunk, cosine: nil, exact: 0, stemmed: 0)].cosine =
          Double(match.cosine)
      }
    }
    return (Array(candidates.values), vector)
  }

  private typealias Scored = (chunk: Int64, score: Double, parts: ScoreParts)

  /// Rounds a score, so that scores that differ only by rounding errors are equal and their position decides.
  private nonisolated func rounded(_ score: Double) -> Double { (score * 1e6).rounded() / 1e6 }

  /// Returns the `limit` best and those that tie with the last of them or, with `perDocument`, the `limit` best with at
  /// most that many per document.
  private nonisolated func kept(_ limit: Int, of scored: [Scored], perDocument: Int?) async throws -> [Scored] {
    guard let perDocument else {
      let sorted = scored.sorted { $0.score > $1.score }
      guard let cut = sorted.prefix(limit).last.map({ rounded($0.score) }) else { return [] }
      return sorted.filter { rounded($0.score) >= cut }
    }
    let places = try await self.places(ofChunks: scored.map(\.chunk))
    let placed = scored.compactMap { scored in places[scored.chunk].map { (scored, place: $0) } }
    let sorted = placed.sorted { left, right in
      let (first, second) = (rounded(left.0.score), rounded(right.0.score))
      return first == second ? left.place < right.place : first > second
    }
    var counts: [Int64: Int] = [:]
    let thinned = sorted.filter { entry in
      counts[entry.place.document, default: 0] += 1
      return counts[entry.place.document, default: 0] <= perDocument
    }
    return thinned.prefix(limit).map(\.0)
  }

  private nonisolated func best(
    _ limit: Int, of scored: [Scored], perDocument: Int?, nearTo vector: UnitVector?
  ) async throws -> [Passage] {
    let kept = try await self.kept(limit, of: scored, perDocument: perDocument)
    guard !kept.isEmpty else { return [] }
    let byID = Dictionary(uniqueKeysWithValues: kept.map { ($0.chunk, $0) })
    let others = kept.filter { $0.parts.cosine == nil }.map(\.chunk)
    var cosines: [Int64: Float] = [:]
    if let vector, !others.isEmpty { cosines = try await self.cosines(to: vector, ofChunks: others) }
    let labels = FolderLabels(folders: try await folders())
    let passages = try await chunks(withIDs: kept.map(\.chunk)).compactMap { stored -> Passage? in
      guard var scored = byID[stored.id] else { return nil }
      if let cosine = cosines[stored.id] { scored.parts.cosine = Double(cosine) }
      return Passage(stored, score: rounded(scored.score), parts: scored.parts, labels: labels)
    }
    return Array(
      passages.sorted { $0.score == $1.score ? $0.source.precedes($1.source) : $0.score > $1.score }.prefix(limit))
  }
}
