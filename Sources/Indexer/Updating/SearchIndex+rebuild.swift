package import Embedding
import Foundation
package import VectorStore

extension SearchIndex {
  /// Empties an index whose vectors are of another space, so that it can be opened with an encoder of `space` and
  /// filled again by `update(rebuild:)`.
  ///
  /// An index of that space, or none at all, is left as it is.
  ///
  /// The folders stay known. Throws `IndexingError.folderOutOfReach`, and changes nothing, when one of them shows no
  /// notes, though the index holds some: they could not be indexed again.
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
