import Embedding
import VectorStore

extension SearchIndex {
  /// The chunks that each search adds for the notes that a query names, and for those of its days.
  private static var hintedChunks: Int { 20 }

  /// Returns the best chunks of the notes that a query names or whose days it names, which may be too far down for the
  /// lists of all notes.
  nonisolated func hintedChunks(
    _ hints: QueryHints, _ query: String, _ vector: UnitVector?, where filter: SearchFilter
  ) async throws -> (words: [KeywordMatch], near: [VectorMatch]) {
    var filters: [SearchFilter] = []
    if !hints.named.isEmpty {
      var named = filter
      named.chosen = hints.named.keys.sorted()
      filters.append(named)
    }
    for days in hints.widened.prefix(QueryHints.mostNamed) {
      let dated = filter.and(SearchFilter(dated: days))
      if try await documents(where: dated, limit: 1).count > 0 { filters.append(dated) }
    }
    var (words, near): ([KeywordMatch], [VectorMatch]) = ([], [])
    for filter in filters {
      let count = Self.hintedChunks
      words += try await self.words(of: query, count, count, .fused, where: filter)
      near += try await nearest(to: vector, count, count, where: filter)
    }
    return (words, near)
  }

  /// Raises the scores of the notes that a query names or whose days it names.
  nonisolated func adding(_ hints: QueryHints, to scores: [Scored]) async throws -> [Scored] {
    guard !hints.isEmpty, !scores.isEmpty else { return scores }
    let documents = try await documents(ofChunks: scores.map(\.chunk))
    let days = hints.spans.isEmpty ? [:] : try await days(ofChunks: scores.map(\.chunk), near: hints.spans)
    return scores.map { entry in
      guard let document = documents[entry.chunk] else { return entry }
      let bonus = hints.bonus(of: document, about: days[entry.chunk])
      guard bonus != 0, entry.score < 1 || bonus < 0 else { return entry }
      var entry = entry
      entry.score += bonus * (bonus > 0 ? 1 - entry.score : entry.score)
      entry.parts.bonus = bonus
      return entry
    }
  }

  /// Replaces the last of the passages found with the best of each note that the query names and that has none.
  nonisolated func withNamed(
    _ found: [Passage], _ limit: Int, _ hints: QueryHints, of scored: [Scored], nearTo vector: UnitVector?
  ) async throws -> [Passage] {
    guard !hints.named.isEmpty, limit > 1, !found.isEmpty else { return found }
    let present = Set(try await documents(ofChunks: found.map(\.chunk)).values)
    let missing = hints.named.keys.filter { !present.contains($0) }.sorted()
    guard !missing.isEmpty else { return found }
    let documents = try await documents(ofChunks: scored.map(\.chunk))
    var added: [Passage] = []
    // The first passages stay those that fit best.
    for document in missing.prefix(limit / 2) {
      let own = scored.filter { documents[$0.chunk] == document }
      added += try await best(1, of: own, perDocument: nil, nearTo: vector)
    }
    return Array(found.prefix(limit - added.count)) + added.sorted { $0.score > $1.score }
  }
}
