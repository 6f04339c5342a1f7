package import Embedding
import Files
import Foundation
package import VectorStore

/// Keeps an index up to date with its folders until it is stopped.
///
/// The index is open, and locked against other writers, only during an update. A look at a folder costs about 10 µs per
/// file; the encoder is loaded for the first change, and given back after a while without one.
package actor IndexWatch {
  private let index: any WatchedIndex
  /// The folders that the user named; empty for all folders of the index, of a shared one for those on this machine.
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
  /// Those of them that this process has had for itself.
  private var own: Set<String> = []
  /// Those of them that are gone or empty.
  private var lost: Set<String> = []
  /// Those of them that others follow: this process did until the database was lost.
  private var taken: Set<String> = []
  /// Folders of the index that others followed before this process could, and are left to them.
  private var others: Set<String> = []
  /// Those of the folders for which something waits, each with what was last seen in its place.
  private var awaited: [String: FileStatus.ID?] = [:]
  private var lastSweep = ContinuousClock.now
  /// Whether it has said what it follows.
  private var hasBegun = false
  private var isWaiting = false
  private var isOutOfReach = false
  private var lastFailure = ""
  private var failures: Set<IndexReport.Failure> = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - index: The index.
  ///   - folders: Folders of notes, which are added to the index if it does not have them; empty for all of the index,
  ///     of a shared one for those on this machine.
  ///   - load: Loads the encoder of the index.
  ///   - onProgress: Called after each step of an update.
  ///   - onEvent: Called with what happens, one call at a time.
  package init(
    of index: any WatchedIndex, folders: [String], encoder load: @escaping @Sendable () async throws -> any TextEncoder,
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in },
    onEvent: @escaping @Sendable (IndexWatchEvent) -> Void
  ) {
    self.init(
      of: index, folders: folders, intervals: WatchIntervals(), encoder: load, onProgress: onProgress, onEvent: onEvent)
  }

  /// - Parameters:
  ///   - intervals: How often it looks for what it is not told of.
  ///   - events: What tells of changes; by default, what the system has.
  package init(
    of index: any WatchedIndex, folders: [String], intervals: WatchIntervals,
    events: (any FolderWatch)? = nil,
    encoder load: @escaping @Sendable () async throws -> any TextEncoder,
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in },
    onEvent: @escaping @Sendable (IndexWatchEvent) -> Void
  ) {
    (self.index, self.intervals, report, progress) = (index, intervals, onEvent, onProgress)
    named = folders.map { DocumentFolder($0).path }
    encoder = KeptEncoder(for: intervals.keepingEncoder, load)
    // The empty name stands for no folder: it is looked whether all are due.
    followed = FollowedFolders(every: intervals.polling, events: events) { [changed] in
      changed.add($0.isEmpty ? [""] : $0)
    }
  }

  /// Brings the index up to date, and keeps it so until the task is cancelled.
  ///
  /// - Throws: `CancellationError`; before anything is followed also an `IndexingError` (`watched` or `watchedFolder`
  ///   if another process does it), a `SearchIndexError`, or what says that a database is out of reach.
  package func run() async throws {
    defer { followed.stop() }
    if let other = try await index.begin() {
      throw IndexingError.watched(index: index.name, processID: other.processID)
    }
    do {
      try await follow()
    } catch {
      await index.end()
      throw error
    }
  }

  private func follow() async throws {
    let known = try await index.folders() ?? []
    for folder in named.map({ DocumentFolder($0) }) where !known.containsPath(folder.path) { try folder.check() }
    if let (folder, other) = try await index.take(named).min(by: { $0.key < $1.key }) {
      throw IndexingError.watchedFolder(folder, index: index.name, by: other.name)
    }
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
    var last = try? await index.folders()
    while (try? await Task.sleep(for: intervals.folders)) != nil {
      let folders = try? await index.folders()
      if folders != last || !taken.isEmpty { changed.add([""]) }
      last = folders
    }
  }

  /// Follows what there is in folders, and updates the index if anything differs. Tries again later if that fails.
  private func look(at due: Set<String>) async throws {
    var due = due
    do {
      due.formUnion(try await takeRoots())
      if ContinuousClock.now - lastSweep >= intervals.everything {
        (due, lastSweep) = (roots, .now)
      }
      var differing: [String] = []
      for root in due.intersection(roots).subtracting(taken).sorted() where try await differs(root) {
        differing.append(root)
      }
      if !differing.isEmpty { try await update(differing) }
      (isWaiting, lastFailure) = (false, "")
    } catch is CancellationError {
      throw CancellationError()
    } catch SearchIndexError.busy(_, let processID) {
      wait(for: processID, before: due)
    } catch SearchIndexError.busyFolder {
      wait(for: nil, before: due)
    } catch  where index.isOutOfReach(after: error) {
      if !isOutOfReach { report(.unreachable(error)) }
      isOutOfReach = true
      lookAgain(at: due, after: intervals.reconnecting)
    } catch {
      // Said once, however often it is tried.
      if lastFailure != "\(error)" { report(.failed(error)) }
      lastFailure = "\(error)"
      lookAgain(at: due, after: intervals.retryAfterFailure)
    }
  }

  private func wait(for processID: Int32?, before due: Set<String>) {
    if !isWaiting { report(.waiting(processID: processID)) }
    isWaiting = true
    lookAgain(at: due, after: intervals.retry)
  }

  /// Follows the folders that the index has by now, and that no other process follows; returns those to look at: new
  /// ones, and all after the database was out of reach.
  private func takeRoots() async throws -> Set<String> {
    let found = try await index.folders()
    let known = found ?? []
    let former = roots
    if named.isEmpty {
      roots.formUnion(known.filter { !others.contains($0) && (!index.isShared || FileStatus(of: $0) != nil) })
    }
    // An index that is being replaced, or restored, has not lost its folders.
    for root in roots where found != nil && indexed.contains(root) && !known.containsPath(root) {
      await leave(root)
      // It was forgotten, or has become part of another.
      if let outer = known.first(where: { RealPath.relative(root, to: $0) != nil }) {
        roots.insert(outer)
      } else {
        report(.left(folder: root))
      }
    }
    indexed.formUnion(known.filter(roots.contains))
    var due = try await claim()
    if isOutOfReach {
      isOutOfReach = false
      report(.reachable)
      due = roots
    }
    let new = roots.subtracting(former)
    if hasBegun, !new.isEmpty { report(.following(new.sorted())) }
    return due.union(new)
  }

  private func leave(_ root: String) async {
    followed.leave(root)
    roots.remove(root)
    indexed.remove(root)
    own.remove(root)
    taken.remove(root)
    lost.remove(root)
    await index.leave(root)
  }

  /// Takes the folders for this process, and leaves those to others that they follow. Returns those that they have left
  /// to this process again.
  private func claim() async throws -> Set<String> {
    let refused = try await index.take(roots.sorted())
    for (root, other) in refused.sorted(by: { $0.key < $1.key }) {
      if own.contains(root) {
        if taken.insert(root).inserted { report(.taken(folder: root, by: other)) }
      } else {
        roots.remove(root)
        others.insert(root)
        report(.taken(folder: root, by: other))
      }
    }
    own.formUnion(roots.subtracting(refused.keys))
    let regained = taken.subtracting(refused.keys)
    taken.subtract(regained)
    if !regained.isEmpty { report(.following(regained.sorted())) }
    return regained
  }

  private func lookAgain(at roots: Set<String>, after time: Duration) {
    Task { [changed] in
      try? await Task.sleep(for: time)
      changed.add(roots)
    }
  }

  /// Follows a root, and tells whether the index differs from it, judging by names, sizes and dates.
  private func differs(_ root: String) async throws -> Bool {
    let open = indexed.contains(root) ? try await index.open(encoder: nil) : nil
    defer { Task { try? await open?.close() } }
    let folder = try await open?.status().folders.first { [$0.path].containsPath(root) }
    let (listing, lack) = try followed.follow(DocumentFolder(root, settings: folder?.settings ?? FolderSettings()))
    if let lack { report(.polling(folder: root, lack)) }
    if !listing.holdsFiles, indexed.contains(root) {
      lose(root)
      return false
    }
    if lost.remove(root) != nil { report(.found(folder: root)) }
    guard let open, let folder else { return true }
    let queued = try await open.queuedFiles(in: root)
    guard folder.indexedAt != nil || !queued.isEmpty else { return true }
    var diff = FolderDiff(of: listing, since: try await open.documents(in: root))
    diff.leaveOut(queued)
    return !diff.changed.isEmpty || !diff.gone.isEmpty || diff.new.count > diff.failed(in: folder).count
  }

  /// Notes that a folder is gone or empty, as when a disk is not mounted, and waits for something else in its place.
  private func lose(_ root: String) {
    if lost.insert(root).inserted { report(.lost(folder: root)) }
    // What was away for a moment has the number that it had before.
    guard awaited.updateValue(FileStatus(of: root)?.id, forKey: root) == nil else { return }
    Task { [weak self, changed, intervals] in
      while let self, await self.stillAwaits(root) { try? await Task.sleep(for: intervals.comeback) }
      await self?.stopAwaiting(root)
      changed.add([root])
    }
  }

  private func stillAwaits(_ root: String) -> Bool {
    guard lost.contains(root), let seen = awaited[root] else { return false }
    return FileStatus(of: root)?.id == seen
  }

  private func stopAwaiting(_ root: String) {
    awaited[root] = nil
    // What told of changes in it is gone with it.
    followed.leave(root)
  }

  private func update(_ folders: [String]) async throws {
    let encoder = try await encoder.value { [index] in try await !index.isInAnotherSpace(than: $0.space) }
    let open = try await index.open(encoder: encoder)
    let reports: [IndexReport]
    do {
      reports = try await open.update(fromAll: folders, waitingFor: .zero, onProgress: progress)
      try await open.close()
    } catch {
      try? await open.close()
      throw error
    }
    // What the update took is for others until the next.
    UnusedMemory.giveBack()
    // One inside another is updated with it.
    for folder in folders where !reports.map(\.folder).containsPath(folder) { roots.remove(folder) }
    for report in reports where roots.insert(report.folder).inserted { changed.add([report.folder]) }
    // A folder without notes is not added before it has some.
    indexed.formUnion(reports.filter(\.isInIndex).map(\.folder))
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
