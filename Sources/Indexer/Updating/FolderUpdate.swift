import Embedding
import Files
import Foundation
import VectorStore

/// One update of one folder.
struct FolderUpdate {
  let folder: DocumentFolder
  let index: SearchIndex
  let encoder: any TextEncoder
  let rebuild: Bool
  let progress: @Sendable (IndexProgress) -> Void
  let reader: DocumentReader
  /// The maximum number of chunks to encode; `nil` for any.
  var mostEncodedChunks: Int?
  /// Who owns the folder from now on; `nil` leaves that as it is.
  var owner: FolderOwner?
  /// Whether all Markdown is read again, since another part of it is indexed from now on.
  var readsMarkdown = false
  /// Whether documents are queued for workers instead of being encoded and stored.
  var queues = false
  /// The chunks of documents that are not read to their ends yet.
  var queuedChunks: [ExactPath: [QueuedChunk]] = [:]
  var report: IndexReport
  var state: IndexProgress
  /// Notes of which the front matter could not be read.
  var brokenFrontMatter: [IndexReport.Failure] = []
  /// The folder's documents in the index.
  private var documents: [Document] = []

  init(
    of folder: DocumentFolder, in index: SearchIndex, encoder: any TextEncoder, rebuild: Bool,
    progress: @escaping @Sendable (IndexProgress) -> Void
  ) {
    self.folder = folder
    self.index = index
    self.encoder = encoder
    self.rebuild = rebuild
    self.progress = progress
    reader = DocumentReader(of: folder, encoder: encoder)
    report = IndexReport(folder: folder.path)
    state = IndexProgress(folder: folder.path)
  }

  /// Brings the index up to date.
  mutating func run() async throws -> IndexReport {
    let start = ContinuousClock.now
    progress(state)
    let listing = try await list()
    try Task.checkCancellation()
    // Before anything is stored, so that `update()` resumes an interrupted run.
    let isKnown = try await index.folders().contains(folder.path)
    guard isKnown || !listing.files.isEmpty else {
      note(listing, isAdded: false, kept: 0)
      return report
    }
    let inner = try await innerFolders(of: listing)
    try await checkOwners(of: inner)
    if let owner { try await index.give(folder.path, to: owner) } else { try await index.noteFolder(folder.path) }
    try await index.note(folder.settings, ofFolder: folder.path)
    try await absorb(inner, listing)
    documents = try await index.documents(in: folder.path)
    let failed = documents.contains { $0.problem != nil } ? try await failedFiles() : []
    note(listing, isAdded: true, kept: documents.count - failed.count)
    if !report.isOutOfReach {
      try await apply(listing, failed)
      let now = Int64(Date().timeIntervalSince1970)
      if queues {
        try await index.noteFolder(folder.path, queuedAt: now)
      } else {
        try await index.noteFolder(folder.path, indexedAt: now)
      }
    }
    try await noteFormerNames()
    report.chunks = try await index.status().folders.first { [$0.path].containsPath(folder.path) }?.chunks ?? 0
    warnOfFrontMatter()
    report.failures.sort { ExactPath($0.path) < ExactPath($1.path) }
    report.duration = ContinuousClock.now - start
    return report
  }

  /// Walks the folder, and reports how many notes it found so far.
  private mutating func list() async throws -> DocumentFolder.Listing {
    let (state, progress) = (state, progress)
    let listing = try await reader.listing { found in
      var state = state
      state.totalFiles = found
      progress(state)
    }
    self.state.phase = .reading
    self.state.totalFiles = listing.files.count
    progress(self.state)
    return listing
  }

  /// - Parameter kept: The number of documents of which anything was read.
  private mutating func note(_ listing: DocumentFolder.Listing, isAdded: Bool, kept: Int) {
    let failure = listing.failures.first { $0.path == "." }
    report.failures = listing.failures.filter { $0.path != "." }
    report.files = listing.files.count + report.failures.count
    let emptiness: IndexReport.Emptiness =
      failure.map { .unreadable(reason: $0.reason) } ?? (listing.holdsFiles ? .noNotes : .noFiles)
    report.isOutOfReach = !documents.isEmpty && !listing.holdsFiles
    if report.isOutOfReach {
      report.warnings.append(.outOfReach(folder: folder.path, emptiness, keptDocuments: kept))
    } else if listing.files.isEmpty {
      report.warnings.append(.nothingToIndex(folder: folder.path, emptiness, isAdded: isAdded))
    }
    if let first = listing.foreignLinks.first {
      report.warnings.append(
        .foreignLinks(folder: folder.path, first: first, count: listing.foreignLinks.count))
    }
  }

  /// Stores what is new, moves what was renamed, and removes what is gone.
  ///
  /// - Parameter failed: The files of which the index has no text.
  private mutating func apply(_ listing: DocumentFolder.Listing, _ failed: Set<ExactPath>) async throws {
    let view = folder.calendar
    let ending = try await index.paths(ofOccurrencesUnknownOn: view.leastDay, in: folder.path)
    let displaced = try await index.paths(ofOtherTimeZoneThan: view.key, in: folder.path)
    let diff = FolderDiff(
      of: listing, since: documents, ending: ending, displaced: displaced, readsScans: folder.settings.readScans,
      readsMarkdown: readsMarkdown)
    var files = rebuild ? filesToRebuild(listing) : diff.unread
    for index in files.indices { files[index].hasFailed = failed.contains(ExactPath(files[index].found.path)) }
    try await settleQueue(&files)
    report.unchanged = rebuild ? 0 : diff.unchanged
    state.files = report.unchanged + report.queued
    state.totalBytes = files.reduce(0) { $0 + $1.found.size }
    progress(state)

    if rebuild { try await index.dropKeptVectors(in: folder.path) }
    let gone = diff.gone
    await reader.start(files, vanished: rebuild ? [] : gone)
    var moved: Set<ExactPath> = []
    if queues { try await queueAll(&moved) } else { try await encodeAll(&moved) }
    try await remove(gone.filter { !moved.contains(ExactPath($0.path)) })
    try await index.dropKeptVectors(in: folder.path)
    guard !failed.isEmpty else { return }
    report.stillUnread = try await failedFiles().subtracting(report.failures.map { ExactPath($0.path) }).count
  }

  /// Encodes and stores what is read.
  private mutating func encodeAll(_ moved: inout Set<ExactPath>) async throws {
    var batch = try await reader.next()
    var encoded = EncodedBatch(in: folder)
    while let current = batch.take() {
      guard !current.isOfLongDocument else {
        // Its text is in memory until it is stored, so nothing more is read before that.
        encoded = try await encode(current, storing: encoded, &moved)
        try await store(encoded)
        encoded = EncodedBatch(in: folder)
        batch = try await reader.next()
        continue
      }
      // While a batch is encoded, the previous one is stored and the next one is read.
      async let following = reader.next()
      encoded = try await encode(current, storing: encoded, &moved)
      do {
        batch = try await following
      } catch {
        // What is already encoded is kept.
        try await store(encoded)
        throw error
      }
    }
    try await store(encoded)
  }

  /// Returns the paths of the files of which the index has no text because they could not be read.
  private func failedFiles() async throws -> Set<ExactPath> {
    let unread = try await index.unreadFiles()
    return Set(unread.filter { $0.folder == folder.path && !$0.isPartlyRead }.map { ExactPath($0.path) })
  }

  private func filesToRebuild(_ listing: DocumentFolder.Listing) -> [FolderDiff.File] {
    let former = Dictionary(documents.map { (ExactPath($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    return listing.files.map { FolderDiff.File(found: $0, former: former[ExactPath($0.path)]) }
  }

  private mutating func remove(_ documents: [Document]) async throws {
    let perBatch = 256
    for start in stride(from: 0, to: documents.count, by: perBatch) {
      try Task.checkCancellation()
      let batch = documents[start..<min(start + perBatch, documents.count)]
      try await index.apply(batch.map { .remove(folder: folder.path, path: $0.path) })
      report.removed += batch.count
    }
  }

  /// An indexed folder inside this one, and its path in it.
  private struct InnerFolder {
    var path: String
    var relative: String
  }

  /// Returns the indexed folders inside this one, without those that are ignored in it.
  private func innerFolders(of listing: DocumentFolder.Listing) async throws -> [InnerFolder] {
    try await index.folders().compactMap { inner in
      RealPath.relative(inner, to: folder.path).map { InnerFolder(path: inner, relative: $0) }
    }.filter { listing.folders.contains(ExactPath($0.relative)) }
  }

  /// Throws if one of the inner folders is of another owner: others would see its notes.
  private func checkOwners(of inner: [InnerFolder]) async throws {
    guard !inner.isEmpty else { return }
    let owners = try await index.owners()
    let own = if let owner { owner.role } else { owners[folder.path] }
    for inner in inner where owners[inner.path] != own {
      throw IndexingError.otherOwner(folder: folder.path, inner: inner.path, owner: owners[inner.path])
    }
  }

  /// Merges indexed folders inside this one into it.
  private mutating func absorb(_ innerFolders: [InnerFolder], _ listing: DocumentFolder.Listing) async throws {
    for (inner, relative) in innerFolders.map({ ($0.path, $0.relative) }) {
      let documents = try await index.documents(in: inner)
      let isEmpty = !listing.files.contains { ExactPath($0.path).lies(in: ExactPath(relative)) }
      guard documents.isEmpty || !isEmpty else { continue }
      try await index.apply(
        documents.map { document in
          var moved = document
          moved.folder = folder.path
          moved.path = relative + "/" + document.path
          return .keepChunks(ofPath: document.path, in: inner, as: moved)
        })
      try await index.moveKeptVectors(from: inner, to: folder.path)
      _ = try await index.removeFolder(inner)
      report.warnings.append(.absorbed(folder: inner, into: folder.path))
    }
  }
}
