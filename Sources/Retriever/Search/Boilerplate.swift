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
    while let character = rest.first {
      if let end = endOfLink(in: rest) {
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
    if rest.first?.isNumber == true { return before.allSatisfy(\.isNumber) }
    return before.last == "[" && rest.dropFirst().first == "]"
  }

  private static func endOfLink(in text: Substring) -> Substring.Index? {
    switch text.first {
    case "[" where text.hasPrefix("[["): return text.firstRange(of: "]]")?.upperBound
    case "[":
      return text.firstRange(of: "](").flatMap { text[$0.upperBound...].firstIndex(of: ")") }.map(text.index(after:))
    case "h" where text.hasPrefix("http://") || text.hasPrefix("https://"):
      return text.firstIndex { $0.isWhitespace || $0 == ">" || $0 == ")" } ?? text.endIndex
    default: return nil
    }
  }
}
