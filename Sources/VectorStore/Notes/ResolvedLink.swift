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

  /// The places of a note that links may name.
  package struct Places {
    private let blocks: Set<String>
    private let headings: Set<String>

    package init(_ anchors: [NoteAnchor]) {
      blocks = Set(anchors.filter { $0.level == 0 }.map { NoteName.lowercased($0.name) })
      headings = Set(anchors.filter { $0.level != 0 }.map { NoteAnchor.folded($0.name) })
    }

    /// Whether there is a place that a link names: a block `^name`, or a heading, of which those above may be named
    /// too: `Keys#Rotation`.
    package func has(_ place: String) -> Bool {
      if place.hasPrefix("^") { return blocks.contains(NoteName.lowercased(NoteName.trimmed(place.dropFirst()))) }
      guard let written = place.split(separator: "#").last else { return true }
      let last = NoteAnchor.folded(String(written))
      // Two headings of the same text have addresses that end in -1, -2.
      let plain = String(last.reversed().drop { $0.isNumber }.reversed())
      return headings.contains(last) || !plain.isEmpty && headings.contains(plain)
    }
  }
}
