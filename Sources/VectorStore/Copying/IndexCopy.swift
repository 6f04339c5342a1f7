import Embedding
import Foundation

/// A copy of an index in another: in a file or a database, whichever the two are. Nothing is encoded.
///
/// Documents that the target already has, to the last bit, are not sent again, so that an interrupted copy goes on
/// where it ended, and a later one sends what has changed. Each batch is a transaction: a document of the target is
/// always the former or the new one. The source is only read; if another process changes it meanwhile, it is read once
/// more. At the end everything of both is compared.
///
/// Memory: two batches, or the largest document twice, and 200 bytes for each document.
package struct IndexCopy: Sendable {
  /// How far a copy is.
  package struct Progress: Sendable, Hashable {
    package enum Phase: Sendable, Hashable {
      /// Documents are read from the source, and sent to the target unless it has them.
      case copying
      /// The target is read again.
      case checking
    }

    package var phase: Phase
    package var documents = 0
    package var totalDocuments: Int
    /// The chunks of these documents.
    package var chunks = 0
    package var totalChunks: Int
  }

  /// What a copy did.
  package struct Report: Sendable, Hashable {
    /// What both indexes have.
    package var contents: ContentsSummary
    /// The number of documents that were sent.
    package var copied = 0
    /// The number of documents that the target had already.
    package var unchanged = 0
    /// The number of documents that the source no longer has.
    package var removed = 0
    /// The roles that own folders of the source, by folder, if the target has no roles.
    package var lostOwners: [String: String] = [:]
  }

  private let source: SearchIndex
  private let chunksPerBatch: Int
  /// Documents without chunks count as well.
  private static let documentsPerBatch = 256
  /// How often a source that changes is read.
  private static let mostPasses = 3

  /// - Parameter chunksPerBatch: The number of chunks at which a batch ends; a document is never divided.
  package init(of source: SearchIndex, chunksPerBatch: Int = 1024) {
    (self.source, self.chunksPerBatch) = (source, chunksPerBatch)
  }

  /// Makes the target equal to the source.
  ///
  /// - Parameters:
  ///   - target: Opened for writing, without an encoder. Other writers have to wait until the end.
  ///   - owner: Who shall see the copied folders in a database. Otherwise a folder that belongs to a role in the source
  ///     does so in the target, and one of everybody keeps the owner that it has in the target.
  ///   - removesFolders: Whether folders that only the target has are removed.
  ///   - patience: How long to wait for another writer.
  /// - Throws: `IndexCopyError.differentEncoder`, `otherFolders` and `owner` before anything is written; `changing` and
  ///   `unequal` at the end; `SearchIndexError.busy` or `busyFolder` if another process writes to the target.
  package func run(
    into target: SearchIndex, as owner: FolderOwner? = nil, removingFolders removesFolders: Bool = false,
    waitingFor patience: Duration = .zero, onProgress: @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Report {
    try await target.whileWriting(waitingFor: patience) {
      let status = try await source.status()
      try await check(target, against: status, removesFolders: removesFolders)
      let folders = status.folders.map(\.path)
      return try await Self.whileAlone(in: folders[...], of: target, waitingFor: patience) {
        try await copy(into: target, as: owner, from: status, onProgress)
      }
    }
  }

  /// Runs `body` while no other run is in some folders of the target.
  private static func whileAlone<Result>(
    in folders: ArraySlice<String>, of target: SearchIndex, waitingFor patience: Duration,
    _ body: () async throws -> Result
  ) async throws -> Result {
    guard let folder = folders.first else { return try await body() }
    try await target.beginWriting(to: folder, waitingFor: patience)
    do {
      let result = try await whileAlone(in: folders.dropFirst(), of: target, waitingFor: patience, body)
      await target.endWriting(to: folder)
      return result
    } catch {
      await target.endWriting(to: folder)
      throw error
    }
  }

  private func copy(
    into target: SearchIndex, as owner: FolderOwner?, from status: IndexStatus,
    _ onProgress: @Sendable (Progress) -> Void
  ) async throws -> Report {
    var report = Report(contents: try ContentsSummary(status, digests: [], chunks: 0))
    for _ in 0..<Self.mostPasses {
      let before = try await state()
      report = try await pass(into: target, as: owner, report, onProgress)
      guard try await state() == before else { continue }
      try await target.eraseDeleted()
      let copied = try await summary(of: target, onProgress)
      guard copied == report.contents else {
        throw IndexCopyError.unequal(source: report.contents, target: copied, path: target.path)
      }
      return report
    }
    throw IndexCopyError.changing(source.path)
  }

  /// What differs if the source has been changed.
  private func state() async throws -> [String] {
    let status = try await source.status()
    let owners = try await source.owners().map { "\($0.key) \($0.value)" }.sorted()
    return [try await source.revision()] + status.folders.map { "\($0)" } + owners
      + ["\(status.space.debugDescription)"]
  }

  private func check(_ target: SearchIndex, against status: IndexStatus, removesFolders: Bool) async throws {
    let present = try await target.status()
    if let source = status.space, let stored = present.space, !stored.isSame(as: source), present.chunks > 0 {
      throw IndexCopyError.differentEncoder(source: source, target: stored, path: target.path)
    }
    let others = Set(present.folders.map(\.path)).subtracting(status.folders.map(\.path)).sorted()
    if !others.isEmpty, !removesFolders { throw IndexCopyError.otherFolders(others, path: target.path) }
  }
}

// MARK: - A pass

extension IndexCopy {
  /// Sends what the target lacks, and removes what the source lacks. The report's counts go on from `former`.
  private func pass(
    into target: SearchIndex, as owner: FolderOwner?, _ former: Report, _ onProgress: (Progress) -> Void
  ) async throws -> Report {
    var report = former
    let status = try await source.status()
    let owners = try await CopiedOwners(of: source, in: target, as: owner)
    report.lostOwners = owners.lost
    report.removed += try await prepare(target, for: status, owners)

    let entries = try await source.documentEntries()
    let known = Dictionary(
      try await target.documentEntries().map { (FilePlace($0), $0.id) }, uniquingKeysWith: { first, _ in first })
    var progress = Progress(phase: .copying, of: entries)
    onProgress(progress)
    var digests: [String] = []
    for batch in batches(of: entries) {
      try Task.checkCancellation()
      let documents = try await source.contents(ofDocuments: batch.map(\.id))
      let ids = batch.compactMap { known[FilePlace($0)] }
      let present = Set(try await target.contents(ofDocuments: ids).values.map { try $0.digest() })
      var changes: [IndexChange] = []
      for document in batch.compactMap({ documents[$0.id] }) {
        let digest = try document.digest()
        digests.append(digest)
        if !present.contains(digest) { changes.append(.replace(document.document, document.chunks)) }
      }
      try await target.apply(changes)
      report.copied += changes.count
      progress.advance(by: batch)
      onProgress(progress)
    }
    try await copyKeptVectors(of: status.folders.map(\.path), to: target)
    // Last: until then, an interrupted copy of a folder is one that was never read completely.
    for folder in status.folders { try await target.noteFolder(folder.path, indexedAt: folder.indexedSeconds) }
    report.unchanged = max(0, digests.count - report.copied)
    report.contents = try ContentsSummary(status, digests: digests, chunks: progress.chunks)
    return report
  }

  /// Gives the target the source's encoder and folders, and removes documents that the source lacks; returns their
  /// number.
  private func prepare(_ target: SearchIndex, for status: IndexStatus, _ owners: CopiedOwners) async throws -> Int {
    var removed = 0
    let present = try await target.folders()
    for folder in Set(present).subtracting(status.folders.map(\.path)).sorted() {
      removed += try await target.removeFolder(folder)
    }
    let wanted = Set(try await source.documentEntries().map(FilePlace.init))
    let gone = try await target.documentEntries().map(FilePlace.init).filter { !wanted.contains($0) }
    for start in stride(from: 0, to: gone.count, by: Self.documentsPerBatch) {
      let batch = gone[start..<min(start + Self.documentsPerBatch, gone.count)]
      try await target.apply(batch.map { .remove(folder: $0.folder, path: $0.path) })
    }
    if let space = status.space { try await target.note(space) }
    for folder in status.folders {
      // Before any document is there.
      if let owner = owners.given[folder.path] { try await target.give(folder.path, to: owner) }
      try await target.noteFolder(folder.path)
      try await target.note(folder.settings, ofFolder: folder.path)
    }
    return removed + gone.count
  }

  /// Copies the vectors of an interrupted run of the source, which its next run need not encode again.
  private func copyKeptVectors(of folders: [String], to target: SearchIndex) async throws {
    var wanted: [(folder: String, digests: [String])] = []
    for folder in folders {
      let digests = try await source.keptDigests(in: folder)
      guard try await target.keptDigests(in: folder) != digests else { continue }
      // Before others are stored: a text has one vector, whatever the folder.
      try await target.dropKeptVectors(in: folder)
      wanted.append((folder, digests))
    }
    for (folder, digests) in wanted {
      for start in stride(from: 0, to: digests.count, by: chunksPerBatch) {
        let batch = Array(digests[start..<min(start + chunksPerBatch, digests.count)])
        var kept = IndexBatch(of: folder)
        kept.kept = try await source.vectors(forDigests: batch, keptAlone: true)
        try await target.store(kept)
      }
    }
  }

  /// Reads all of an index.
  private func summary(of index: SearchIndex, _ onProgress: (Progress) -> Void) async throws -> ContentsSummary {
    let entries = try await index.documentEntries()
    var progress = Progress(phase: .checking, of: entries)
    var digests: [String] = []
    for batch in batches(of: entries) {
      try Task.checkCancellation()
      digests += try await index.contents(ofDocuments: batch.map(\.id)).values.map { try $0.digest() }
      progress.advance(by: batch)
      onProgress(progress)
    }
    return try ContentsSummary(try await index.status(), digests: digests, chunks: progress.chunks)
  }

  private func batches(of entries: [DocumentEntry]) -> [ArraySlice<DocumentEntry>] {
    var batches: [ArraySlice<DocumentEntry>] = []
    var (start, chunks) = (0, 0)
    for (place, entry) in entries.enumerated() {
      if place > start, chunks + entry.chunks > chunksPerBatch || place - start == Self.documentsPerBatch {
        batches.append(entries[start..<place])
        (start, chunks) = (place, 0)
      }
      chunks += entry.chunks
    }
    if start < entries.count { batches.append(entries[start...]) }
    return batches
  }
}

extension IndexCopy.Progress {
  fileprivate init(phase: Phase, of entries: [DocumentEntry]) {
    (self.phase, totalDocuments) = (phase, entries.count)
    totalChunks = entries.reduce(0) { $0 + $1.chunks }
  }

  fileprivate mutating func advance(by batch: ArraySlice<DocumentEntry>) {
    documents += batch.count
    chunks += batch.reduce(0) { $0 + $1.chunks }
  }
}

/// Where a document is, which identifies it in both indexes.
private struct FilePlace: Hashable {
  var folder: String
  var path: String

  init(_ entry: DocumentEntry) { (folder, path) = (entry.folder, entry.path) }
}
