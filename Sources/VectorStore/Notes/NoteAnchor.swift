/// A place in a note that a link may lead to.
package struct NoteAnchor: Sendable, Hashable, Codable {
  /// The line, from 1.
  package var line: Int
  /// The level of a heading, 1 the highest; 0 for a block marked as `^name`, −1 for a place that HTML or Org names.
  package var level: Int
  /// The heading's text, or the name of the block or place.
  package var name: String

  /// What the name of a place begins with that an ID of Org leads to.
  package static let idMark = "id:"

  package init(line: Int, level: Int, name: String) { (self.line, self.level, self.name) = (line, level, name) }

  /// A heading as links are compared with it: letters and digits alone, in lower case. So `#Keys & locks` and the
  /// address `#keys--locks` of a web page lead to the same heading.
  package static func folded(_ heading: String) -> String {
    // An anchor of HTML is no part of a heading's text.
    NoteName.lowercased(withoutAnchors(heading)).filter { $0.isLetter || $0.isNumber }
  }

  /// Returns a text without `<a …>` and `</a>`.
  private static func withoutAnchors(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var kept = ""
    var rest = text[...]
    // As soon as no tag ends any more, none begins either.
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let inner = rest[rest.index(after: open)..<close]
      let name = inner.first == "/" ? inner.dropFirst() : inner
      let isAnchor = name.first == "a" && name.dropFirst().first?.isWhitespace ?? true
      let end = isAnchor ? rest.index(after: close) : rest.index(after: open)
      kept += rest[..<(isAnchor ? open : end)]
      rest = rest[end...]
    }
    return kept + rest
  }
}
