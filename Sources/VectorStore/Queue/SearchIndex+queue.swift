extension SearchIndex {
  /// How many documents wait for a worker; `nil` if the index has no queue.
  package func queueStatus() async throws -> QueueStatus? { try await storage.queueStatus() }

  package func queuedFiles(in folder: String) async throws -> [QueuedFile] {
    try await storage.queuedFiles(in: folder)
  }

  package func dropQueued(_ paths: [String], in folder: String) async throws {
    try await storage.dropQueued(paths, in: folder)
  }

  package func noteFolder(_ folder: String, queuedAt seconds: Int64) async throws {
    try await storage.noteFolder(folder, queuedAt: seconds)
  }
}
