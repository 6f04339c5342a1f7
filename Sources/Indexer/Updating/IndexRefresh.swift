package import Embedding
package import VectorStore

/// What a look for changes before a search found, and what of it was indexed at once.
package struct IndexRefresh: Sendable {
  /// The files that still wait; `nil` if looking for them took too long.
  package var waiting: WaitingFiles?
  /// What was indexed.
  package var reports: [IndexReport] = []

  /// The maximum number of files, and of their bytes, that are read at once: 20 ms.
  private static let mostFiles = 50
  private static let mostBytes: Int64 = 1 << 20
  /// The maximum number of files that are removed from the index at once.
  private static let mostGone = 200
  /// The maximum number of chunks that are encoded at once: 0.3 s with all-MiniLM-L6-v2 on two cores.
  private static let mostChunks = 24
  /// The maximum number of chunks in an index from which deleted text is erased at once: 0.2 s. Otherwise the next
  /// update of all does that.
  private static let mostChunksToErase = 10_000

  /// Looks for changes in the folders of an index, and indexes them if they are few. Never waits for another writer.
  ///
  /// What cannot be indexed, for whatever reason, still waits.
  ///
  /// - Parameters:
  ///   - index: The index, open for reading.
  ///   - limit: How long it may look.
  ///   - load: Returns the encoder of the index's vectors, if something is to be indexed; `nil` if there is none.
  /// - Throws: `CancellationError`, or a `SearchIndexError` if the index cannot be read.
  package init(
    of index: SearchIndex, lookingFor limit: Duration, encoder load: () async throws -> (any TextEncoder)?
  ) async throws {
    waiting = try await index.waitingFiles(within: limit)
    guard let found = waiting, found.count > 0, found.changed + found.new <= Self.mostFiles,
      found.gone <= Self.mostGone, found.bytes <= Self.mostBytes,
      try await index.followsChanges(),
      // A change of the encoder is not to be disturbed.
      SearchIndex.unfinishedSpace(ofIndexAt: index.path) == nil
    else { return }
    do {
      guard let encoder = try await load() else { return }
      let chunks = try await index.status().chunks
      let writing = try await index.reopened(encoder: encoder)
      do {
        reports = try await writing.update(
          fromAll: found.folders.sorted(), waitingFor: .zero, encodingAtMost: Self.mostChunks,
          erases: chunks <= Self.mostChunksToErase)
      } catch {
        try? await writing.close()
        throw error
      }
      try await writing.close()
      waiting = WaitingFiles()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // The search goes on with what the index has.
    }
  }
}
