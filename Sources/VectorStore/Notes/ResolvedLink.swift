/// A link, and the file that it leads to.
package struct ResolvedLink: Sendable, Hashable {
  /// What a link leads to.
  package enum Destination: Sendable, Hashable {
    /// A note of the index, by its path in the folder.
    case note(String)
    /// A file that is no note of the index, such as a picture, or a folder.
    case file(String)
    /// Nothing.
    case missing
  }

  /// The folder of both, and the note that has the link.
  package var folder: String
  package var path: String
  package var link: NoteLink
  package var destination: Destination
  /// Whether the note has no such heading or block.
  package var isPlaceMissing = false

  /// Whether it leads nowhere, or to a place that is not there.
  package var isBroken: Bool { destination == .missing || isPlaceMissing }

  /// Whether a place that a link names is a page of a PDF file: `paper.pdf#page=2`.
  package static func isPage(_ place: String, of path: String) -> Bool {
    path.lowercased().hasSuffix(".pdf") && place.contains("=")
  }

  /// Whether a note has a place that a link names: a block `^name`, or a heading, of which those above may be named
  /// too: `Keys#Rotation`.
  package static func has(_ place: String, in anchors: [NoteAnchor]) -> Bool {
    if place.hasPrefix("^") {
      let name = NoteName.lowercased(NoteName.trimmed(place.dropFirst()))
      return anchors.contains { $0.level == 0 && NoteName.lowercased($0.name) == name }
    }
    let wanted = place.split(separator: "#").map { NoteAnchor.folded(String($0)) }
    guard let last = wanted.last else { return true }
    // Two headings of the same text have addresses that end in -1, -2.
    let plain = String(last.reversed().drop { $0.isNumber }.reversed())
    return anchors.contains { anchor in
      guard anchor.level != 0, anchor.level != NoteAnchor.time else { return false }
      let name = NoteAnchor.folded(anchor.name)
      return name == last || !plain.isEmpty && name == plain
    }
  }
}
