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
    let query = QueryText.searched(query)
    guard limit > 0, perDocument ?? 1 > 0, !query.isEmpty else { return [] }
    let found = try await passages(
      matching: query, limit: Reranking.depth(for: limit, reranker), ranking: ranking, where: filter,
      perDocument: perDocument, evenDistant: true)
    return try await Reranking.best(limit, of: found, for: query, reranker)
  }

  /// Returns the passages that fit a normalized query best.
  ///
  /// - Parameter evenDistant: Whether to fill the list with passages of a score of 0: neither among the nearest, nor
  ///   with a word of the query.
  nonisolated func passages(
    matching query: String, limit: Int, ranking: Ranking, where filter: SearchFilter, perDocument: Int?,
    evenDistant: Bool
  ) async throws -> [Passage] {
    let query = QueryText.searched(query)
    guard limit > 0, perDocument ?? 1 > 0, !query.isEmpty else { return [] }
    let depth = max(limit, ScoreFusion.listLimit)
    let lists = try await lists(for: query, depth, ranking, where: filter)
    let (candidates, hints, vector) = (candidates(of: lists.words, lists.near), lists.hints, lists.vector)
    let scored = try await scores(of: candidates, matching: query, ranking: ranking, hints)
    let best = try await best(limit, of: scored, perDocument: perDocument, nearTo: vector)
    let found = try await withNamed(best, limit, hints, of: scored, nearTo: vector)
    // If the lists have too few documents, others are searched for further down: with this share, there are enough.
    guard let perDocument, found.count < limit, candidates.count >= depth else { return found }
    let (deep, most) = (20 * depth, max(1, 20 * depth * perDocument / limit))
    let moreWords = try await self.words(of: query, deep, most, ranking, where: filter)
    // Beyond the hundredth, nearness counts nothing beside words (`ScoreFusion`).
    let moreNear =
      evenDistant || ranking == .vector ? try await nearest(to: vector, deep, most, where: filter) : lists.near
    let all = try await scores(
      of: self.candidates(of: moreWords + lists.words, moreNear + lists.near), matching: query, ranking: ranking, hints)
    let more = try await self.best(limit, of: all, perDocument: perDocument, nearTo: vector)
    return try await withNamed(more, limit, hints, of: all, nearTo: vector)
  }

  /// Returns the union of the best chunks of each list that a ranking uses, of which a document has at most its share
  /// (`ScoreFusion.share(of:)`). Chunks found only by words have no cosine: it is at most the lowest of the nearest.
  ///
  /// The candidates of `.fused` include those of the other rankings.
  package nonisolated func candidates(
    matching query: String, depth: Int = ScoreFusion.listLimit, ranking: Ranking = .fused,
    where filter: SearchFilter = SearchFilter()
  ) async throws -> [ScoreFusion.Candidate] {
    let lists = try await lists(for: query, depth, ranking, where: filter)
    return candidates(of: lists.words, lists.near)
  }

  /// Returns the best chunks by words and by meaning, those that the query's names and days lead to among them.
  private nonisolated func lists(
    for query: String, _ depth: Int, _ ranking: Ranking, where filter: SearchFilter
  ) async throws -> (words: [KeywordMatch], near: [VectorMatch], hints: QueryHints, vector: UnitVector?) {
    let share = ScoreFusion.share(of: depth)
    // The words are searched for and the hints read while the query is encoded.
    async let words = words(of: query, depth, share, ranking, where: filter)
    async let hinting = ranking == .fused ? QueryHints.read(query, in: self, where: filter) : QueryHints()
    let vector = ranking == .keyword ? nil : try await encoder?.encode(query, as: .query)
    let near = try await nearest(to: vector, depth, share, where: filter)
    let hints = try await hinting
    let hinted = try await hintedChunks(hints, query, vector, where: filter)
    return (try await words + hinted.words, near + hinted.near, hints, vector)
  }

  nonisolated func words(
    of query: String, _ depth: Int, _ share: Int, _ ranking: Ranking, where filter: SearchFilter
  ) async throws -> [KeywordMatch] {
    guard ranking != .vector else { return [] }
    return try await keywordMatches(QuestionTerms.topic(of: query), limit: depth, perDocument: share, where: filter)
  }

  nonisolated func nearest(
    to vector: UnitVector?, _ depth: Int, _ share: Int, where filter: SearchFilter
  ) async throws -> [VectorMatch] {
    guard let vector else { return [] }
    return try await nearest(to: vector, limit: depth, perDocument: share, where: filter)
  }

  private nonisolated func candidates(of words: [KeywordMatch], _ near: [VectorMatch]) -> [ScoreFusion.Candidate] {
    var candidates: [Int64: ScoreFusion.Candidate] = [:]
    for match in words {
      candidates[match.chunk] = .init(chunk: match.chunk, cosine: nil, exact: match.exact, stemmed: match.stemmed)
    }
    for match in near {
      candidates[match.chunk, default: .init(chunk: match.chunk, cosine: nil, exact: 0, stemmed: 0)].cosine =
        Double(match.cosine)
    }
    return Array(candidates.values)
  }

  typealias Scored = (chunk: Int64, score: Double, parts: ScoreParts)

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
    var (kept, counts): ([Scored], [Int64: Int]) = ([], [:])
    var rest = scored.sorted { $0.score > $1.score }[...]
    // Most searches end with the first batch, which has few of all candidates.
    var count = 4 * min(limit, scored.count)
    while kept.count < limit, let last = rest.prefix(count).last {
      // Equal scores stay in one batch: their places decide their order.
      let end = rest.dropFirst(count).firstIndex { rounded($0.score) != rounded(last.score) } ?? rest.endIndex
      let next = rest[..<end]
      rest = rest[end...]
      count *= 2
      for (entry, document) in try await inOrder(next) where kept.count < limit {
        counts[document, default: 0] += 1
        if counts[document, default: 0] <= perDocument { kept.append(entry) }
      }
    }
    return kept
  }

  /// Returns the chunks that still exist, with their documents, best first; equal scores in the order of the notes.
  private nonisolated func inOrder(
    _ scored: some Collection<Scored>
  ) async throws -> [(entry: Scored, document: Int64)] {
    let documents = try await self.documents(ofChunks: scored.map(\.chunk))
    let present = scored.compactMap { entry in documents[entry.chunk].map { (entry: entry, document: $0) } }
    let chunksOfScore = Dictionary(grouping: present) { rounded($0.entry.score) }.mapValues { $0.map(\.entry.chunk) }
    let tied = chunksOfScore.values.filter { $0.count > 1 }.flatMap(\.self)
    let places = tied.isEmpty ? [:] : try await self.places(ofChunks: tied)
    return present.sorted { left, right in
      let (first, second) = (rounded(left.entry.score), rounded(right.entry.score))
      guard first == second, let here = places[left.entry.chunk], let there = places[right.entry.chunk] else {
        return first > second
      }
      return here < there
    }
  }

  nonisolated func best(
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
