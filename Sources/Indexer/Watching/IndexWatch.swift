package import Embedding
import Files
import Foundation
import VectorStore

/// Keeps an index up to date with its folders until it is stopped.
///
/// The index is open, and locked against other writers, only during an update. A look at a folder costs about 10 µs per
/// file; the encoder is loaded for the first change, and given back after a while without one.
package actor IndexWatch {
  private let path: String
  /// The folders that the user named; empty for all folders of the index.
  private let named: [String]
  private let encoder: KeptEncoder
  private let intervals: WatchIntervals
  private let report: @Sendable (IndexWatchEvent) -> Void
  private let progress: @Sendable (IndexProgress) -> Void
  private let executor = SerialQueueExecutor(label: "rag.watch")

  private let changed = ChangedRoots()
  private var followed: FollowedFolders
  /// The folders that are followed.
  private var roots: Set<String> = []
  /// Those of them that the index has had.
  private var indexed: Set<String> = []
  /// Those of them that are gone or empty.
  private var lost: Set<String> = []
  /// Those of them for which something waits.
  private var awaited: Set<String> = []
  private var lastSweep = ContinuousClock.now
  /// Whether it has said what it follows.
  private var hasBegun = false
  private var isWaiting = false
  private var lastFailure = ""
  private var failures: Set<IndexReport.Failure> = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - path: The index.
  ///   - folders: Folders of notes, which are added to the index if it does not have them; empty for all of the index.
  ///   - load: Loads the encoder of the index.
  ///   - onProgress: Called after each step of an update.
  ///   - onEvent: Called with what happens, one call at a time.
  package init(
    ofIndexAt path: String, folders: [String], encoder load: @escaping @Sendable () async throws -> any TextEncoder,
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in },
    onEvent: @escaping @Sendable (IndexWatchEvent) -> Void
  ) {
    self.init(
      ofIndexAt: path, folders: folders, intervals: WatchIntervals(), encoder: load, onProgress: onProgress,
      onEvent: onEvent)
  }

  /// - Parameters:
  ///   - intervals: How often it looks for what it is not told of.
  ///   - events: What tells of changes; by default, what the system has.
  package init(
    ofIndexAt path: String, folders: [String], intervals: WatchIntervals,
    events: (any FolderWatch)? = nil,
    encoder load: @escaping @Sendable () async throws -> any TextEncoder,
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in },
    onEvent: @escaping @Sendable (IndexWatchEvent) -> Void
  ) {
    (self.path, self.intervals, report, progress) = (path, intervals, onEvent, onProgress)
    named = folders.map { DocumentFolder($0).path }
    encoder = KeptEncoder(for: intervals.keepingEncoder, load)
    // The empty name stands for no folder: it is looked whether all are due.
    followed = FollowedFolders(every: intervals.polling, events: events) { [changed] in
      changed.add($0.isEmpty ? [""] : $0)
    }
  }

  /// Brings the index up to date, and keeps it so until the task is cancelled.
  ///
  /// - Throws: `CancellationError`; before anything is followed also an `IndexingError` (`watched` if another process
  ///   does it) or a `SearchIndexError`.
  package func run() async throws {
    defer { followed.stop() }
    let lock = try Self.lock(path)
    defer { withExtendedLifetime(lock) {} }
    let known = try SearchIndex.folders(ofIndexAt: path)
    for folder in named.map({ DocumentFolder($0) }) where !known.containsPath(folder.path) { try folder.check() }
    roots = Set(named)
    try await look(at: named.isEmpty ? Set(known) : roots)
    report(.following(roots.sorted()))
    hasBegun = true
    let folders = Task { [weak self] in await self?.watchFolders() }
    defer { folders.cancel() }
    while true {
      try await look(at: try await changed.next())
    }
  }

  /// Looks at a change of the index's list of folders, until the task is cancelled.
  private func watchFolders() async {
    var last = try? SearchIndex.folders(ofIndexAt: path)
    while (try? await Task.sleep(for: intervals.folders)) != nil {
      let folders = try? SearchIndex.folders(ofIndexAt: path)
      if folders != last { changed.add([""]) }
      last = folders
    }
  }

  /// The process that keeps an index up to date; `nil` if there is none.
  package static func watcher(ofIndexAt path: String) -> Int32? { ProcessLock.holder(at: lockPath(of: path)) }

  private static func lockPath(of path: String) -> String { RealPath.resolve(path) + ".watch" }

  private static func lock(_ path: String) throws -> ProcessLock {
    do {
      return try ProcessLock(at: lockPath(of: path))
    } catch let held as ProcessLock.Held {
      throw IndexingError.watched(index: path, processID: held.processID)
    } catch let error as FileError {
      throw SearchIndexError.failed(path: path, reason: error.localizedDescription)
    }
  }

  /// Follows what there is in folders, and updates the index if anything differs. Tries again later if that fails.
  private func look(at due: Set<String>) async throws {
    var due = due
    do {
      let new = try takeRoots()
      due.formUnion(new)
      if hasBegun, !new.isEmpty { report(.following(new.sorted())) }
      if ContinuousClock.now - lastSweep >= intervals.everything {
        (due, lastSweep) = (roots, .now)
      }
      var differing: [String] = []
      for root in due.intersection(roots).sorted() where try await differs(root) { differing.append(root) }
      if !differing.isEmpty { try await update(differing) }
      (isWaiting, lastFailure) = (false, "")
    } catch is CancellationError {
      throw CancellationError()
    } catch SearchIndexError.busy(_, let processID) {
      if !isWaiting { report(.waiting(processID: processID)) }
      isWaiting = true
      lookAgain(at: due, after: intervals.retry)
    } catch {
      // Said once, however often it is tried.
      if lastFailure != "\(error)" { report(.failed(error)) }
      lastFailure = "\(error)"
      lookAgain(at: due, after: intervals.retryAfterFailure)
    }
  }

  /// Follows the folders that the index has by now; returns those that are new.
  private func takeRoots() throws -> Set<String> {
    let known = try SearchIndex.folders(ofIndexAt: path)
    let former = roots
    // An index that is being replaced, or restored, has not lost its folders.
    let isThere = FileStatus(of: path) != nil
    if named.isEmpty { roots.formUnion(known) }
    for root in roots where isThere && indexed.contains(root) && !known.containsPath(root) {
      followed.leave(root)
      roots.remove(root)
      indexed.remove(root)
      lost.remove(root)
      // It was forgotten, or has become part of another.
      if let outer = known.first(where: { RealPath.relative(root, to: $0) != nil }) {
        roots.insert(outer)
      } else {
        report(.left(folder: root))
      }
    }
    indexed.formUnion(known.filter(roots.contains))
    return roots.subtracting(former)
  }

  private func lookAgain(at roots: Set<String>, after time: Duration) {
    Task { [changed] in
      try? await Task.sleep(for: time)
      changed.add(roots)
    }
  }

  /// Follows a root, and tells whether the index differs from it, judging by names, sizes and dates.
  private func differs(_ root: String) async throws -> Bool {
    let index = indexed.contains(root) ? try SearchIndex(at: path, access: .readOnly) : nil
    defer { Task { try? await index?.close() } }
    let folder = try await index?.status().folders.first { [$0.path].containsPath(root) }
    let (listing, lack) = try followed.follow(DocumentFolder(root, settings: folder?.settings ?? []))
    if let lack { report(.polling(folder: root, lack)) }
    if !listing.holdsFiles, indexed.contains(root) {
      lose(root)
      return false
    }
    if lost.remove(root) != nil { report(.found(folder: root)) }
    guard let index, let folder, folder.indexedAt != nil else { return true }
    let diff = FolderDiff(of: listing, since: try await index.documents(in: root))
    return !diff.changed.isEmpty || !diff.gone.isEmpty || diff.new.count > diff.failed(in: folder).count
  }

  /// Notes that a folder is gone or empty, as when a disk is not mounted, and waits for something else in its place.
  private func lose(_ root: String) {
    if lost.insert(root).inserted { report(.lost(folder: root)) }
    guard awaited.insert(root).inserted else { return }
    let found = FileStatus(of: root)?.id
    Task { [weak self, changed, intervals] in
      while FileStatus(of: root)?.id == found {
        try? await Task.sleep(for: intervals.comeback)
        guard let self, await self.lost.contains(root) else { break }
      }
      await self?.stopAwaiting(root)
      changed.add([root])
    }
  }

  private func stopAwaiting(_ root: String) {
    awaited.remove(root)
    // What told of changes in it is gone with it.
    followed.leave(root)
  }

  private func update(_ folders: [String]) async throws {
    let encoder = try await encoder.value { [path] in try !SearchIndex.isInAnotherSpace(than: $0.space, indexAt: path) }
    let index = try await SearchIndex.open(at: path, encoder: encoder)
    let reports: [IndexReport]
    do {
      reports = try await index.update(fromAll: folders, waitingFor: .zero, onProgress: progress)
      try await index.close()
    } catch {
      try? await index.close()
      throw error
    }
    // What the update took is for others until the next.
    UnusedMemory.giveBack()
    // One inside another is updated with it.
    for folder in folders where !reports.map(\.folder).containsPath(folder) { roots.remove(folder) }
    for report in reports where roots.insert(report.folder).inserted { changed.add([report.folder]) }
    indexed.formUnion(reports.map(\.folder))
    let news = reports.map { $0.withoutFailures(failures) }
    failures = Set(reports.flatMap(\.failures))
    if news.contains(where: \.saysSomething) { report(.updated(news.filter(\.saysSomething))) }
  }
}

extension IndexReport {
  /// Whether anything was stored or removed, or is worth knowing.
  fileprivate var saysSomething: Bool { changed + moved + removed > 0 || !failures.isEmpty || !warnings.isEmpty }

  /// Returns the report without failures that are known.
  fileprivate func withoutFailures(_ known: Set<Failure>) -> IndexReport {
    var report = self
    report.failures.removeAll(where: known.contains)
    return report
  }
}
