/// A note that a name is that of.
package struct NamedDocument: Sendable, Hashable {
  /// The document's id.
  package var document: Int64
  /// The name as the note has it, and as it is looked up.
  package var written: String
  package var folded: String
  /// The document's folder and path.
  package var folder: String
  package var path: String
  /// Whether it is another name than the title and the file's.
  package var isAlias: Bool

  package init(document: Int64, written: String, folded: String, folder: String, path: String, isAlias: Bool) {
    (self.document, self.written, self.folded, self.folder, self.path, self.isAlias) = (
      document, written, folded, folder, path, isAlias
    )
  }
}
