import NotesMCP
import Retriever

/// The addresses of the page.
package enum PageAddress {
  /// Where the page shows lines of a note.
  static func of(_ source: Source) -> String {
    let id = NoteID(path: NoteID(source).path).text
    let (first, last) = (source.lines.lowerBound, source.lines.upperBound)
    return "/?note=\(id.escapedQuery)&lines=\(first)-\(last)#L\(first)"
  }

  /// The fragment in which a link has a one-time code. It is sent to no server.
  package static func fragment(of code: String) -> String { "#code=\(code)" }
}

extension String {
  /// The text as a value after `?`.
  fileprivate var escapedQuery: String {
    utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "-._~/".contains(character))
        ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
