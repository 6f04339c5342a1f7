extension SQLiteStore {
  package func watchers() async throws -> [IndexWatcher] {
    WatchedFile.watcher(ofIndexAt: path).map { [IndexWatcher(processID: $0)] } ?? []
  }
}
