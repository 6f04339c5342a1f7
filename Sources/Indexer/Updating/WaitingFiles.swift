import Embedding
package import VectorStore

/// The files in an index's folders that differ from their documents in the index, and thus wait for an update.
package struct WaitingFiles: Sendable, Hashable {
  /// The number of notes whose contents differ from the index.
  package var changed = 0
  /// The number of notes that are new since the folder was indexed.
  package var new = 0
  /// The number of notes that are gone.
  package var gone = 0
  /// The sizes of changed and new notes.
  package var bytes: Int64 = 0
  /// The folders in which any wait.
  package var folders: Set<String> = []

  /// The number of all of them.
  package var count: Int { changed + new + gone }

  package init() {}

  /// Adds the files that wait in one folder. A file that could not be indexed does not wait, nor one that a worker will
  /// encode.
  mutating func add(
    _ folder: IndexStatus.Folder, _ documents: [Document], queued: [QueuedFile], scope: SearchFilter?
  ) throws(CancellationError) {
    let listing = try DocumentFolder(folder.path, settings: folder.settings).listing()
    // An unmounted disk has none.
    guard listing.holdsFiles else { return }
    var diff = FolderDiff(
      of: listing.seen(through: scope, in: folder.path, knowing: documents), since: documents)
    diff.leaveOut(queued)
    let before = count
    for file in diff.unread {
      guard let document = file.document else { continue }
      guard !Task.isCancelled else { throw CancellationError() }
      guard document.isCurrent() == false else { continue }
      changed += 1
      bytes += file.found.size
    }
    let failed = Set(diff.failed(in: folder))
    let found = diff.new.filter { !failed.contains($0) }
    new += found.count
    bytes += found.reduce(0) { $0 + $1.size }
    gone += diff.missing.count
    if count > before { folders.insert(folder.path) }
  }
}

extension SearchIndex {
  /// The maximum number of documents in an index whose folders are compared during a search.
  private static var mostDocumentsToCompare: Int { 20_000 }

  /// The maximum number of documents in an index for which the limit is a second at least: 5 ms on a machine that has
  /// nothing else to do, so that small notes are seen on a busy one as well.
  private static var fewDocuments: Int { 500 }

  /// Compares the index's folders with their files; returns `nil` if that would take longer than `limit`, or than a
  /// second if the index has few documents and that is longer.
  ///
  /// Leaves out folders that were never completely indexed. Cost: about 10 µs per file.
  package nonisolated func waitingFiles(within limit: Duration) async throws -> WaitingFiles? {
    guard !Task.isCancelled else { return nil }
    let folders = try await status().folders.filter { $0.indexedAt != nil }
    let documents = folders.reduce(0) { $0 + $1.documents }
    guard documents <= Self.mostDocumentsToCompare else { return nil }
    let limit = documents <= Self.fewDocuments ? max(limit, .seconds(1)) : limit
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

extension SearchIndex {
  /// Returns the folders that processes on other machines keep up to date.
  fileprivate nonisolated func foldersFollowedElsewhere() async throws -> Set<String> {
    Set(try await watchers().filter { $0.host != nil }.flatMap { $0.folders ?? [] })
  }
}

/// Compares folders on its own thread.
private actor FolderLook {
  private let executor = SerialQueueExecutor(label: "rag.look")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns the files that wait in all of the folders; `nil` if the task is cancelled first.
  func waitingFiles(in folders: [IndexStatus.Folder], of index: SearchIndex) async throws -> WaitingFiles? {
    var waiting = WaitingFiles()
    var foreign: Set<String>?
    do {
      for folder in folders {
        let (documents, queued) = try await (index.documents(in: folder.path), index.queuedFiles(in: folder.path))
        let before = waiting
        try waiting.add(folder, documents, queued: queued, scope: index.scope)
        guard waiting.count > before.count else { continue }
        // The notes of a folder that another machine follows are its own, not what is at the same path here.
        let followed = if let foreign { foreign } else { try await index.foldersFollowedElsewhere() }
        foreign = followed
        if followed.contains(folder.path) { waiting = before }
      }
    } catch is CancellationError {
      return nil
    }
    return waiting
  }
}
