import VectorStore

extension SearchIndex {
  /// Returns the tasks of Org files among some documents, by folder and path: their headlines do not show that they are
  /// some. Other notes are not read.
  nonisolated func orgTasks(
    of documents: some Sequence<Document>, where filter: SearchFilter
  ) async throws -> [String: [NoteTask]] {
    guard documents.contains(where: \.isOrg) else { return [:] }
    return try await tasks(where: filter.and(SearchFilter(pathParts: ["*.org"]))).reduce(into: [:]) { tasks, found in
      tasks[found.folder + "/" + found.path, default: []].append(found.task)
    }
  }
}
