/// Distinguishes lines of passages without content of their own, bare links and footers, from prose.
///
///     - [[Sync]]  - [Plugins](plugins.md)                         links alone
///     Written by the family. Ask before you copy.                 the same line in several documents
package struct Boilerplate {
  /// The number of found documents that must share a line for it to be a footer.
  static let documentsOfFooter = 3
  /// The minimum number of bytes in a footer. Shorter lines repeat by chance: "Yes", "Ingredients", "12 May".
  static let lettersOfFooter = 12

  private var footers: Set<Substring> = []

  /// Finds the lines that several documents share.
  package init(among passages: [(document: Int64, text: String)]) {
    var documents: [Substring: Set<Int64>] = [:]
    for passage in passages {
      for line in Self.lines(of: passage.text) where !Self.isHeading(line) && line.utf8.count >= Self.lettersOfFooter {
        documents[line, default: []].insert(passage.document)
      }
    }
    footers = Set(documents.lazy.filter { $0.value.count >= Self.documentsOfFooter }.map(\.key))
  }

  /// Returns a text's lines without boilerplate, and their share of the bytes outside headings, 0 … 1; `nil` if there
  /// is no boilerplate.
  package func prose(of text: String) -> (text: String, share: Double)? {
    var prose: [Substring] = []
    var (kept, total) = (0, 0)
    for line in Self.lines(of: text) {
      let isHeading = Self.isHeading(line)
      if !isHeading { total += line.utf8.count }
      guard isHeading || !(footers.contains(line) || Self.holdsLinksAlone(line)) else { continue }
      if !isHeading { kept += line.utf8.count }
      prose.append(line)
    }
    guard kept < total else { return nil }
    return (prose.joined(separator: "\n"), Double(kept) / Double(total))
  }

  private static func lines(of text: String) -> [Substring] {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return text.utf8.split(separator: 0x0A).compactMap { line in
      guard let last = line.lastIndex(where: { !isBlank($0) }) else { return nil }
      return Substring(line[...last].drop(while: isBlank))
    }
  }

  private static func isHeading(_ line: Substring) -> Bool { line.utf8.first == UInt8(ascii: "#") }

  /// Whether a line has links (Markdown, wiki or bare) and no letter or digit outside them.
  package static func holdsLinksAlone(_ line: Substring) -> Bool {
    var rest = line
    var hasLink = false
    // Where the ends of links are that were looked for: a link that begins before has the same.
    var ends = LinkEnds()
    while let character = rest.first {
      if let end = endOfLink(in: rest, &ends) {
        hasLink = true
        rest = rest[end...]
      } else if character.isLetter || character.isNumber, !isListMarker(rest, of: line) {
        return false
      } else {
        rest = rest.dropFirst()
      }
    }
    return hasLink
  }

  /// Whether it is the `1` that begins a line, or the `x` of a finished task.
  private static func isListMarker(_ rest: Substring, of line: Substring) -> Bool {
    let before = line[..<rest.startIndex]
    if rest.first?.isNumber == true { return before.utf8.count < 10 && before.allSatisfy(\.isNumber) }
    return before.last == "[" && rest.dropFirst().first == "]"
  }

  /// The next ends of each kind of link.
  private struct LinkEnds {
    var wiki = Cached()
    var label = Cached()
    var address = Cached()

    struct Cached {
      private var last: (start: Substring.Index, found: Substring.Index?)?

      /// Returns what `find` finds in a text, unless the last search from before it shows that.
      mutating func place(
        in text: Substring, _ find: (Substring) -> Substring.Index?
      ) -> Substring.Index? {
        if let last, last.start <= text.startIndex, last.found.map({ text.startIndex < $0 }) ?? true {
          return last.found
        }
        let found = find(text)
        last = (text.startIndex, found)
        return found
      }
    }
  }

  private static func endOfLink(in text: Substring, _ ends: inout LinkEnds) -> Substring.Index? {
    /// The end of the first two of some bytes; `firstRange(of:)` takes many times as long.
    func end(of first: UInt8, _ second: UInt8, in text: Substring) -> Substring.Index? {
      let bytes = text.utf8
      return zip(bytes.indices, bytes.indices.dropFirst()).first { bytes[$0] == first && bytes[$1] == second }
        .map { bytes.index(after: $1) }
    }
    switch text.first {
    case "[" where text.hasPrefix("[["):
      return ends.wiki.place(in: text) { end(of: UInt8(ascii: "]"), UInt8(ascii: "]"), in: $0) }
    case "[":
      let label = ends.label.place(in: text) { end(of: UInt8(ascii: "]"), UInt8(ascii: "("), in: $0) }
      return label.flatMap { label in
        ends.address.place(in: text[label...]) { rest in
          rest.utf8.firstIndex(of: UInt8(ascii: ")")).map { rest.utf8.index(after: $0) }
        }
      }
    case "h" where text.hasPrefix("http://") || text.hasPrefix("https://"):
      return text.firstIndex { $0.isWhitespace || $0 == ">" || $0 == ")" } ?? text.endIndex
    default: return nil
    }
  }
}
