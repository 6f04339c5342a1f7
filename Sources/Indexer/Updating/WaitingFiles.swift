import Embedding
package import VectorStore

/// The number of files in an index's folders that differ from their documents in the index, and thus wait for `rag
/// index`.
package struct WaitingFiles: Sendable, Hashable {
  /// The number of notes whose contents differ from the index.
  package var changed = 0
  /// The number of notes that are new since the folder was indexed.
  package var new = 0
  /// The number of notes that are gone.
  package var gone = 0

  package init() {}

  /// Adds the files that wait in one folder. A file that could not be indexed does not wait.
  mutating func add(
    _ folder: IndexStatus.Folder, _ documents: [Document], scope: SearchFilter?
  ) throws(CancellationError) {
    let listing = try DocumentFolder(folder.path).listing()
    // An unmounted disk has none.
    guard listing.holdsFiles else { return }
    let diff = FolderDiff(
      of: listing.seen(through: scope, in: folder.path, knowing: documents), since: documents)
    for document in diff.changed {
      guard !Task.isCancelled else { throw CancellationError() }
      if document.isCurrent() == false { changed += 1 }
    }
    new += diff.new.count - diff.failed(in: folder).count
    gone += diff.missing.count
  }
}

extension SearchIndex {
  /// The maximum number of documents in an index whose folders are compared during a search.
  private static var mostDocumentsToCompare: Int { 20_000 }

  /// Compares the index's folders with their files; returns `nil` if that would take longer than `limit`.
  ///
  /// Leaves out folders that were never completely indexed. Cost: about 10 µs per file.
  package nonisolated func waitingFiles(within limit: Duration) async throws -> WaitingFiles? {
    guard !Task.isCancelled else { return nil }
    let folders = try await status().folders.filter { $0.indexedAt != nil }
    guard folders.reduce(0, { $0 + $1.documents }) <= Self.mostDocumentsToCompare else { return nil }
    let look = FolderLook()
    let task = Task { try await look.waitingFiles(in: folders, of: self) }
    let timer = Task {
      try await Task.sleep(for: limit)
      task.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// Compares folders on its own thread.
private actor FolderLook {
  private let executor = SerialQueueExecutor(label: "rag.look")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns the files that wait in all of the folders; `nil` if the task is cancelled first.
  func waitingFiles(in folders: [IndexStatus.Folder], of index: SearchIndex) async throws -> WaitingFiles? {
    var waiting = WaitingFiles()
    do {
      for folder in folders { try waiting.add(folder, await index.documents(in: folder.path), scope: index.scope) }
    } catch is CancellationError {
      return nil
    }
    return waiting
  }
}
