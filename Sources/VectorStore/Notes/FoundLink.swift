/// A link and the note that has it.
package struct FoundLink: Sendable, Hashable {
  package var folder: String
  package var path: String
  package var link: NoteLink

  package init(folder: String, path: String, link: NoteLink) {
    (self.folder, self.path, self.link) = (folder, path, link)
  }
}
