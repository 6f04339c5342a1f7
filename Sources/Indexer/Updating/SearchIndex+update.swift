import Embedding
import Files
public import Foundation
public import VectorStore

extension SearchIndex {
  /// Brings the index up to date with a folder of notes.
  ///
  ///     let report = try await notes.update(from: "/home/ann/notes")
  ///     for failure in report.failures { print(failure.path, failure.reason) }
  ///
  /// Indexes files that end in `.md`, `.markdown`, `.txt`, `.org` or `.rst`, except hidden ones and those that a
  /// `.gitignore` or `.ragignore` excludes. Only changed files are read, and only chunks with new text are encoded.
  /// Renamed files keep their chunks; deleted files are removed, and no byte of their text stays in the index. If a
  /// folder is missing or empty, the index keeps what it has of it, and `IndexReport.isOutOfReach` is true.
  ///
  /// A folder inside an indexed one is updated with it; indexed folders inside this one become part of it. So nothing
  /// is indexed twice.
  ///
  /// Every batch of chunks is one transaction. If the task is cancelled or the process ends, what was finished stays,
  /// and the next run resumes there, even within a long file, though no part of a file can be found before the whole
  /// file is stored. Memory: about 1.5 times the bytes of the longest file.
  ///
  /// Throws an `IndexingError`, a `SearchIndexError` (`busy` if another process is writing, `busyFolder` if it is in
  /// the same folder of a database), `CancellationError`, or the encoder's errors. It does not throw if a file cannot
  /// be indexed: the report names it.
  ///
  /// - Parameters:
  ///   - folder: The folder's path, absolute or relative to the working directory.
  ///   - rebuild: Whether to read and encode everything again, changed or not.
  ///   - patience: How long to wait for another writer before throwing `SearchIndexError.busy`.
  ///   - onProgress: Called after each step, one call at a time.
  public nonisolated func update(
    from folder: String, rebuild: Bool = false, waitingFor patience: Duration = .seconds(5),
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> IndexReport {
    try await whileUpdating(waitingFor: patience) {
      let folder = DocumentFolder(folder)
      if try await !self.folders().containsPath(folder.path) { try folder.check() }
      return try await self.whileAlone(in: folder, waitingFor: patience) {
        try await self.updateFolder(folder, in: $0, rebuild: rebuild, onProgress: onProgress)
      }
    }
  }

  /// Brings the index up to date with the folder at a file URL, as `update(from:rebuild:waitingFor:onProgress:)` does
  /// at a path. Throws if it is not a file URL.
  public nonisolated func update(
    from folder: URL, rebuild: Bool = false, waitingFor patience: Duration = .seconds(5),
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> IndexReport {
    guard folder.isFileURL else { throw IndexingError.notAFolder(folder.absoluteString) }
    return try await update(from: folder.path, rebuild: rebuild, waitingFor: patience, onProgress: onProgress)
  }

  /// Brings the index up to date with several folders of notes; returns one report for each that is not inside another
  /// of them.
  ///
  /// Like `update(from:)`, but stores nothing if one of the folders is neither indexed nor on disk.
  ///
  /// - Parameters:
  ///   - owner: Who owns the folders from now on, before anything of them is stored; `nil` leaves that as it is, and
  ///     new ones are everybody's.
  ///   - most: The maximum number of chunks to encode in a folder. Before more are, `IndexingError.tooMuchToEncode` is
  ///     thrown; what was stored by then stays.
  ///   - erases: Whether deleted text is erased from the file. The next update that does so erases it otherwise.
  ///   - queues: Whether changed documents are queued for workers instead of being encoded and stored.
  package nonisolated func update(
    fromAll folders: [String], as owner: FolderOwner? = nil, settings: FolderSettings.Change = .init(),
    rebuild: Bool = false,
    waitingFor patience: Duration = .seconds(5), encodingAtMost most: Int? = nil, erases: Bool = true,
    queues: Bool = false, onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> [IndexReport] {
    try await whileUpdating(waitingFor: patience, erases: erases) {
      let folders = folders.map { DocumentFolder($0) }
      let known = try await self.folders()
      for folder in folders where !known.containsPath(folder.path) { try folder.check() }
      var reports: [IndexReport] = []
      // A folder comes before those inside it, so that these are known to be part of it.
      for folder in folders.sorted(by: { $0.path.utf8.count < $1.path.utf8.count }) {
        let done = reports.map(\.folder)
        let report = try await self.whileAlone(in: folder, waitingFor: patience) { whole -> IndexReport? in
          guard !done.containsPath(whole.path) else { return nil }
          if owner != nil, whole.path != folder.path {
            throw IndexingError.partOfOwned(folder: folder.path, whole: whole.path)
          }
          return try await self.updateFolder(
            folder, in: whole, as: owner, settings, rebuild: rebuild, encodingAtMost: most, queues: queues,
            onProgress: onProgress)
        }
        if let report { reports.append(report) }
      }
      return reports.sorted { $0.folder < $1.folder }
    }
  }

  /// Brings the index up to date with every folder that it holds. Returns one report per folder, ordered by path.
  ///
  /// - Parameters:
  ///   - rebuild: Whether to read and encode everything again, changed or not.
  ///   - patience: How long to wait for another writer before throwing `SearchIndexError.busy`.
  ///   - onProgress: Called after each step, one call at a time.
  public nonisolated func update(
    rebuild: Bool = false, waitingFor patience: Duration = .seconds(5),
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> [IndexReport] {
    try await update(settings: .init(), rebuild: rebuild, waitingFor: patience, onProgress: onProgress)
  }

  /// Like `update(rebuild:waitingFor:onProgress:)`, and changes what is indexed of each folder; with `queues`, changed
  /// documents are queued for workers.
  package nonisolated func update(
    settings: FolderSettings.Change, rebuild: Bool = false, waitingFor patience: Duration = .seconds(5),
    queues: Bool = false, onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> [IndexReport] {
    try await whileUpdating(waitingFor: patience) {
      var reports: [IndexReport] = []
      for folder in try await self.folders() where try await self.folders().containsPath(folder) {
        let report = try await self.whileAlone(in: DocumentFolder(folder), waitingFor: patience) {
          try await self.updateFolder($0, in: $0, settings, rebuild: rebuild, queues: queues, onProgress: onProgress)
        }
        reports.append(report)
      }
      return reports
    }
  }

  private nonisolated func whileUpdating<Result: Sendable>(
    waitingFor patience: Duration, erases: Bool = true, _ body: () async throws -> Result
  ) async throws -> Result {
    guard encoder != nil else { throw IndexingError.noEncoder(index: path) }
    return try await whileWriting(waitingFor: patience) {
      let result = try await body()
      if erases { try await self.eraseDeleted() }
      return result
    }
  }

  /// Runs `body` with the indexed folder that contains a folder, or the folder itself, while no other run is in it.
  private nonisolated func whileAlone<Result: Sendable>(
    in folder: DocumentFolder, waitingFor patience: Duration, _ body: (DocumentFolder) async throws -> Result
  ) async throws -> Result {
    let end = ContinuousClock.now + patience
    while true {
      let before = try await Set(folders())
      let whole = try await indexedFolder(around: folder)
      try await beginWriting(to: whole.path, waitingFor: max(.zero, end - .now))
      do {
        // Another run may have indexed a folder around it before this one was alone.
        let new = try await Set(folders()).subtracting(before)
        let isSettled = new.allSatisfy { RealPath.relative(whole.path, to: $0) == nil }
        let result: Result? = isSettled ? try await body(whole) : nil
        await endWriting(to: whole.path)
        if let result { return result }
      } catch {
        await endWriting(to: whole.path)
        throw error
      }
    }
  }

  private nonisolated func updateFolder(
    _ folder: DocumentFolder, in whole: DocumentFolder, as owner: FolderOwner? = nil,
    _ change: FolderSettings.Change = .init(), rebuild: Bool,
    encodingAtMost most: Int? = nil, queues: Bool = false,
    onProgress: @escaping @Sendable (IndexProgress) -> Void
  ) async throws -> IndexReport {
    guard let encoder else { throw IndexingError.noEncoder(index: path) }
    let settings = change.applied(to: try await settings(ofFolder: whole.path))
    let whole = DocumentFolder(whole.path, settings: settings)
    // The caller's progress handler is not part of the update.
    var update = FolderUpdate(of: whole, in: self, encoder: encoder, rebuild: rebuild) { step in
      SearchIndex.$storeTaken.withValue(nil) { onProgress(step) }
    }
    update.owner = owner
    update.mostEncodedChunks = most
    update.queues = queues
    // Also if that is the setting already: an interrupted run may have noted it.
    update.readsMarkdown = change.added.union(change.removed).contains(.withoutComments)
    var report = try await update.run()
    if whole.path != folder.path {
      report.warnings.insert(.partOfIndexedFolder(folder: folder.path, whole: whole.path), at: 0)
    }
    return report
  }

  /// Returns the indexed folder that contains a folder, or the folder itself.
  private nonisolated func indexedFolder(around folder: DocumentFolder) async throws -> DocumentFolder {
    guard let encoder else { throw IndexingError.noEncoder(index: path) }
    let known = try await folders()
    guard !known.containsPath(folder.path) else { return folder }
    for outer in known {
      guard let inner = RealPath.relative(folder.path, to: outer) else { continue }
      let outer = DocumentFolder(outer, settings: try await settings(ofFolder: outer))
      let listing = try await DocumentReader(of: outer, encoder: encoder).listing()
      // The outer folder keeps what it had of paths that cannot be read.
      if listing.folders.contains(ExactPath(inner)) || ExactPath(inner).lies(inAnyOf: listing.unseen) { return outer }
    }
    return folder
  }
}

extension DocumentFolder {
  /// Throws an `IndexingError` if it does not exist or is not a folder.
  package func check() throws {
    guard let stamp = try? FileStamp(path: path, following: true) else { throw IndexingError.noFolder(path) }
    guard stamp.kind == .folder else { throw IndexingError.notAFolder(path) }
  }
}
