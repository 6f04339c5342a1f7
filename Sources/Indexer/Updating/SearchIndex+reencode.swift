public import Embedding
import Foundation
public import VectorStore

extension SearchIndex {
  /// Changes the encoder of an index: encodes its folders again in a file beside it, which then takes its place.
  ///
  ///     let encoder = try await StandardModels.encoder("Qwen3-Embedding-0.6B")
  ///     let reports = try await SearchIndex.reencode(indexAt: "notes.sqlite", with: encoder)
  ///
  /// Until the new vectors are complete, the index answers with the old ones; then it changes in one transaction. If
  /// the task is cancelled or the process ends, the next call with an encoder of the same space goes on. An encoder of
  /// another space starts over. A `SearchIndex` opened with the old encoder throws `SearchIndexError.differentSpace`
  /// from the next search by meaning on.
  ///
  /// Disk space: that of both indexes, and at the end that of the new one again.
  ///
  /// Throws what `update(from:)` throws, and `IndexingError.folderOutOfReach`, with the index as it was, if a folder
  /// with documents in the index has no notes left: they could not be encoded again.
  ///
  /// - Parameters:
  ///   - path: The index file.
  ///   - encoder: The encoder that makes the new vectors.
  ///   - folders: More folders of notes to index.
  ///   - patience: How long to wait for another writer before throwing `SearchIndexError.busy`.
  ///   - onProgress: Called after each step, one call at a time.
  /// - Returns: One report per folder, ordered by path.
  public static func reencode(
    indexAt path: String, with encoder: any TextEncoder, adding folders: [String] = [],
    waitingFor patience: Duration = .seconds(5), onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> [IndexReport] {
    try discardOtherSuccessor(than: encoder.space, ofIndexAt: path)
    var reports: [IndexReport]
    repeat {
      // Again, if another process has added a folder to the index in the meantime.
      let known = try await foldersWithinReach(ofIndexAt: path)
      let successor = try await SearchIndex.open(at: successorPath(ofIndexAt: path), encoder: encoder)
      do {
        try await successor.noteSpace()
        for folder in known where folder.documents == 0 || !folder.settings.isEmpty {
          try await successor.noteFolder(folder.path)
          try await successor.note(folder.settings, ofFolder: folder.path)
        }
        let all = known.map(\.path) + folders
        reports = try await successor.update(fromAll: all, waitingFor: patience, onProgress: onProgress)
      } catch {
        try? await successor.close()
        throw error
      }
      try await successor.close()
      _ = try await foldersWithinReach(ofIndexAt: path)
    } while try await !adoptSuccessor(ofIndexAt: path, waitingFor: patience)
    return reports
  }

  /// The space of the encoder to which a change was interrupted; `nil` if there is none.
  package static func unfinishedSpace(ofIndexAt path: String) -> EmbeddingSpace? {
    try? space(ofIndexAt: successorPath(ofIndexAt: path))
  }

  /// Removes a successor in another space, or one that cannot be read.
  private static func discardOtherSuccessor(than space: EmbeddingSpace, ofIndexAt path: String) throws {
    let unfinished = unfinishedSpace(ofIndexAt: path)
    if unfinished?.isSame(as: space) != true { try removeSuccessor(ofIndexAt: path) }
  }

  /// Returns the folders of an index; throws `IndexingError.folderOutOfReach` if one with documents has no notes left.
  private static func foldersWithinReach(ofIndexAt path: String) async throws -> [IndexStatus.Folder] {
    let index = try await SearchIndex.open(at: path, access: .readOnly)
    let folders = try await index.status().folders
    try await index.close()
    for folder in folders where folder.documents > 0 {
      guard try !DocumentFolder(folder.path, settings: folder.settings).listing().files.isEmpty else {
        throw IndexingError.folderOutOfReach(folder.path)
      }
    }
    return folders
  }
}
