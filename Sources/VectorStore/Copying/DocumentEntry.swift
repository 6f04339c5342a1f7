/// A document's row in an index.
package struct DocumentEntry: Sendable, Hashable {
  package var id: Int64
  /// The folder, and the path inside it.
  package var folder: String
  package var path: String
  /// The number of its chunks.
  package var chunks: Int

  package init(id: Int64, folder: String, path: String, chunks: Int) {
    (self.id, self.folder, self.path, self.chunks) = (id, folder, path, chunks)
  }
}
