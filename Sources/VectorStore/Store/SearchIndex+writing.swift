package import Embedding

extension SearchIndex {
  /// Opens the same index for writing, wherever it is.
  package func reopened(encoder: any TextEncoder) async throws -> SearchIndex {
    SearchIndex(in: try await storage.reopened(encoder: encoder))
  }

  /// The store that the current task has locked for writing.
  @TaskLocal package static var storeTaken: ObjectIdentifier?

  /// Locks the index for writing while `body` runs. Other writers get `SearchIndexError.busy`, even through this
  /// `SearchIndex`.
  ///
  /// - Parameter patience: How long to wait for another writer before throwing `SearchIndexError.busy`.
  package func whileWriting<Result: Sendable>(
    waitingFor patience: Duration = .zero, _ body: () async throws -> Result
  ) async throws -> Result {
    try await beginWriting(waitingFor: patience)
    do {
      let result = try await SearchIndex.$storeTaken.withValue(ObjectIdentifier(storage)) { try await body() }
      await endWriting()
      return result
    } catch {
      await endWriting()
      throw error
    }
  }

  package func beginWriting(waitingFor patience: Duration = .zero) async throws {
    try await storage.beginWriting(waitingFor: patience)
  }

  package func endWriting() async { await storage.endWriting() }

  package func beginWriting(to folder: String, waitingFor patience: Duration) async throws {
    try await storage.beginWriting(to: folder, waitingFor: patience)
  }

  package func endWriting(to folder: String) async { await storage.endWriting(to: folder) }

  /// The process that is writing to the index; `nil` if there is none.
  package var writer: Int32? { storage.writer }

  /// Applies all changes or none.
  ///
  /// For documents that are not files in a folder; `update(from:)` of `Indexer` reads folders. Throws a
  /// `SearchIndexError` if another writer is active (including an update of this `SearchIndex`), if vectors are not in
  /// the index's space, or if a document that should keep its chunks does not exist. `eraseDeleted()` erases from the
  /// file what this removes.
  public func apply(_ changes: [IndexChange]) async throws { try await store(IndexBatch(of: "", changes: changes)) }

  package func store(_ batch: IndexBatch) async throws { try await storage.store(batch) }

  package func moveKeptVectors(from folder: String, to other: String) async throws {
    try await storage.moveKeptVectors(from: folder, to: other)
  }

  package func dropKeptVectors(in folder: String) async throws { try await storage.dropKeptVectors(in: folder) }

  package func noteSpace() async throws { try await storage.noteSpace() }

  package func noteFolder(_ folder: String) async throws { try await storage.noteFolder(folder) }

  package func note(_ settings: FolderSettings, ofFolder folder: String) async throws {
    try await storage.note(settings, ofFolder: folder)
  }

  package func noteFolder(_ folder: String, indexedAt seconds: Int64) async throws {
    try await storage.noteFolder(folder, indexedAt: seconds)
  }

  /// Removes a folder and all its documents; returns the number of documents.
  ///
  /// Then rewrites the file, so that no byte of them is left in it: 5 s for 100,000 remaining chunks. The folder is
  /// removed last, so an interrupted removal can be repeated. Throws `SearchIndexError.busy` if another writer is
  /// active (including an update of this `SearchIndex`).
  public func removeFolder(_ folder: String) async throws -> Int { try await storage.removeFolder(folder) }

  /// Erases deleted text from the file, so that no byte of it is left.
  ///
  /// `update(from:)` and `removeFolder` erase on their own; after `apply`, that is left to the caller, who may have
  /// more to store. While another process searches, SQLite's log stays until the next call.
  ///
  /// Cost: 2 s for 100,000 chunks if anything was deleted since the last time; nothing otherwise.
  public func eraseDeleted() async throws { try await storage.eraseDeleted() }
}
