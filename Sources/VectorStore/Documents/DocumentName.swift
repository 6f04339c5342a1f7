/// The names of a document.
package struct DocumentName: Sendable, Hashable {
  /// The folder, and the path inside it.
  package var folder: String
  package var path: String
  package var title: String

  package init(folder: String, path: String, title: String) {
    (self.folder, self.path, self.title) = (folder, path, title)
  }
}
