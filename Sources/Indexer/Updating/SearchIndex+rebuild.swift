package import Embedding
import Foundation
package import VectorStore

extension SearchIndex {
  /// Empties an index whose vectors are in another space, so that an encoder of `space` can open it and
  /// `update(rebuild:)` can fill it again.
  ///
  /// An index in that space, or none at all, is left unchanged.
  ///
  /// The folders stay known. Throws `IndexingError.folderOutOfReach`, and changes nothing, if a folder with documents
  /// in the index has no notes left: they could not be indexed again.
  package static func discardVectors(ofIndexAt path: String, unlessIn space: EmbeddingSpace) async throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let index = try SearchIndex(at: path)
    let status = try await index.status()
    try await index.close()
    guard let stored = status.space, !stored.isSame(as: space), status.chunks > 0 else { return }
    for folder in status.folders where folder.documents > 0 {
      guard try !DocumentFolder(folder.path).listing().files.isEmpty else {
        throw IndexingError.folderOutOfReach(folder.path)
      }
    }
    try await SearchIndex.empty(at: path)
  }
}
