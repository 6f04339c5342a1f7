package import VectorStore

extension SearchIndex {
  /// Whether any of the passages found for a query is near it, by the gate that `answer(to:using:)` has.
  ///
  /// Passages that words alone have found hold one of them, and are near. By meaning something is always the nearest.
  /// - Parameter passages: The passages of a search by words and meaning, best first.
  package func isNear(_ passages: [Passage], to query: String) async throws -> Bool {
    guard encoder != nil else { return !passages.isEmpty }
    let terms = try await QuestionTerms.read(QueryText.normalized(query), in: self)
    return try await gateScore(of: passages, terms: terms) >= RefusalGate.cutOfSearch
  }
}
