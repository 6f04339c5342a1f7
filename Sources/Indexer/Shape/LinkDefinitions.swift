import VectorStore

/// The addresses that a Markdown document defines for labels, `[label]: note.md`, wherever they are used (CommonMark,
/// "Link reference definitions").
struct LinkDefinitions {
  private var addresses: [String: String] = [:]

  /// The longest label or address that is looked at, in bytes.
  static let longest = 2000

  init() {}

  init(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) {
    for block in blocks {
      switch block.kind {
      case .code, .definition, .markup, .frontMatter, .heading, .table: continue
      case .paragraph, .list, .quote:
        for lines in try MarkdownTags.linesOutsideFences(block.lines, of: text) {
          for line in lines { add(text.line(line), of: text) }
        }
      }
    }
  }

  private mutating func add(_ line: Range<Int>, of text: DocumentText) {
    guard let start = text.bytes[line].firstIndex(where: { $0 != 0x20 }), text.bytes[start] == UInt8(ascii: "["),
      start + 1 < line.upperBound, text.bytes[start + 1] != UInt8(ascii: "^")
    else { return }
    let end = text.endOfLabel(start, min(line.upperBound, start + Self.longest))
    guard end + 1 < line.upperBound, text.bytes[end] == UInt8(ascii: "]"), text.bytes[end + 1] == UInt8(ascii: ":"),
      let address = text.definedAddress(from: end + 2, line.upperBound)
    else { return }
    // The first counts.
    let key = Self.key(text.string(start + 1..<end))
    if !key.isEmpty, addresses[key] == nil { addresses[key] = address }
  }

  var isEmpty: Bool { addresses.isEmpty }

  subscript(key: String) -> String? { addresses[key] }

  /// Returns what is the same in all ways to write a label: case and white space are not.
  static func key(_ label: String) -> String {
    NoteName.lowercased(label.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}

extension DocumentText {
  /// Returns the place of the bracket that closes the one at a place, or a limit if none does before it.
  fileprivate func endOfLabel(_ start: Int, _ limit: Int) -> Int {
    var (depth, place) = (0, start)
    while place < limit {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 1
      } else if bytes[place] == UInt8(ascii: "[") {
        depth += 1
      } else if bytes[place] == UInt8(ascii: "]") {
        depth -= 1
      }
      if depth == 0 { break }
      place += 1
    }
    return min(place, limit)
  }

  /// Reads the address of a definition, which ends at white space unless it stands between `<` and `>`; `nil` if it
  /// does not end as it must, or is too long for one.
  func definedAddress(from start: Int, _ end: Int) -> String? {
    guard let first = bytes[start..<end].firstIndex(where: { !$0.isBlank }) else { return nil }
    let rest = bytes[first..<min(end, first + LinkDefinitions.longest)]
    if bytes[first] == UInt8(ascii: "<") {
      guard let close = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == 0x0A }),
        bytes[close] == UInt8(ascii: ">")
      else { return nil }
      return string(first + 1..<close)
    }
    let address = rest.prefix { !$0.isBlank }
    guard address.count < LinkDefinitions.longest else { return nil }
    return string(first..<address.endIndex)
  }
}
