/// A file has one writer at a time, which encodes what it stores.
extension SQLiteStore {
  static func hasNoQueue(_ path: String) -> SearchIndexError {
    .failed(path: path, reason: "only an index in a database has a queue")
  }

  /// `nil`: there is no queue.
  package func queueStatus() -> QueueStatus? { nil }

  package func queuedFiles(in folder: String) -> [QueuedFile] { [] }

  package func dropQueued(_ paths: [String], in folder: String) {}

  package func noteFolder(_ folder: String, queuedAt seconds: Int64) throws { throw SQLiteStore.hasNoQueue(path) }

  /// The lock of the index keeps others out of all folders.
  package func beginWriting(to folder: String, waitingFor patience: Duration) {}

  package func endWriting(to folder: String) {}
}
