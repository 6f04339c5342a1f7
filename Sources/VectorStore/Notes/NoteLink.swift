/// A link from a note to another file, or to a place in one.
package struct NoteLink: Sendable, Hashable, Codable {
  /// How a link is written.
  package enum Kind: Int, Sendable, Hashable, Codable {
    /// `[[Note]]`
    case wiki = 0
    /// `![[Note]]` or `![text](file.png)`
    case embed = 1
    /// `[text](note.md)` or `[label]: note.md`
    case markdown = 2
  }

  /// The line, from 1.
  package var line: Int
  package var kind: Kind
  /// The name or path that it leads to, as written; empty for the note itself.
  package var target: String
  /// The heading, or `^block`, that it leads to; `nil` for the whole file.
  package var place: String?
  /// The text that is shown instead of the target.
  package var text: String?

  package init(line: Int, kind: Kind, target: String, place: String? = nil, text: String? = nil) {
    (self.line, self.kind, self.target, self.place, self.text) = (line, kind, target, place, text)
  }

  /// The target and the place, as in a wikilink: `keys#Rotation`.
  package var written: String { target + (place.map { "#\($0)" } ?? "") }
}
