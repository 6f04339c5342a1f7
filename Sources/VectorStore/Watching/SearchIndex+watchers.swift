extension SearchIndex {
  /// Returns the processes that keep the index up to date, if any.
  package func watchers() async throws -> [IndexWatcher] { try await storage.watchers() }
}
