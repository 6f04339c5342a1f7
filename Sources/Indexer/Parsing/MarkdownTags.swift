/// Finds `#tag` and `#nested/tag` in the text of a Markdown document.
///
/// Obsidian's rule (help.obsidian.md/tags): a tag follows white space or begins a line; it consists of letters, digits,
/// `_`, `-`, `/` and symbols such as emoji, but not only of digits.
enum MarkdownTags {
  static func tags(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) -> [String] {
    var tags: [String] = []
    for block in blocks {
      switch block.kind {
      case .frontMatter, .code, .definition, .markup: continue
      case .heading, .paragraph, .list, .table, .quote:
        for lines in try linesOutsideFences(block.lines, of: text) {
          let bytes = text.lineStarts[lines.lowerBound]..<text.line(lines.upperBound - 1).upperBound
          guard text.bytes[bytes].contains(UInt8(ascii: "#")) else { continue }
          tags += try MarkdownTags.tags(in: Array(text.string(bytes).unicodeScalars), text.meter)
        }
      }
    }
    return tags
  }

  // MARK: Lines

  /// Returns the lines outside fenced code, which lists and quotes may contain.
  static func linesOutsideFences(
    _ lines: Range<Int>, of text: DocumentText
  ) throws(CancellationError) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var fence: Fence?
    var start = lines.lowerBound
    for line in lines {
      let shape = withoutMarks(try text.nextShape(line))
      if let open = fence {
        guard open.isClosed(by: shape) else { continue }
        fence = nil
        start = line + 1
      } else if let opened = Fence(shape) {
        fence = opened
        if start < line { found.append(start..<line) }
      }
    }
    if fence == nil, start < lines.upperBound { found.append(start..<lines.upperBound) }
    return found
  }

  /// Returns a line without the quote and list markers before it.
  static func withoutMarks(_ shape: LineShape) -> LineShape {
    var shape = shape
    while true {
      if shape.begins(with: ">") {
        shape = LineShape(shape.content.dropFirst())
      } else if shape.isListItem, let end = shape.content.firstIndex(where: \.isBlank) {
        shape = LineShape(shape.content[end...])
      } else {
        return shape
      }
    }
  }

  // MARK: Text

  private static func tags(
    in text: [Unicode.Scalar], _ meter: WorkMeter
  ) throws(CancellationError) -> [String] {
    var tags: [String] = []
    var code = CodeSpans<[Unicode.Scalar]>("`")
    /// No `<` before this index is closed on its line.
    var unclosed = 0
    var place = 0
    while place < text.count {
      let start = place
      switch text[place] {
      case "\\": place += 2
      case "`": place = try code.end(in: text, from: place, meter)
      case "<" where place >= unclosed && beginsHTML(text, place):
        // An HTML tag, or a link in angle brackets, on one line.
        let end = text[place...].firstIndex { $0 == ">" || $0 == "\n" || $0 == "\r" } ?? text.count
        try meter.add(end - place)
        if end < text.count, text[end] == ">" {
          place = end + 1
        } else {
          unclosed = end
          place += 1
        }
      case "#" where place == 0 || text[place - 1].properties.isWhitespace:
        let tag = text[(place + 1)...].prefix(while: isAllowed)
        if !tag.allSatisfy({ $0.properties.generalCategory == .decimalNumber }) {
          var view = String.UnicodeScalarView()
          view.append(contentsOf: tag)
          tags.append(String(view))
        }
        place = tag.endIndex
      default: place += 1
      }
      try meter.add(place - start)
    }
    return tags
  }

  private static func beginsHTML(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
    guard place + 1 < text.count else { return false }
    return text[place + 1].properties.isAlphabetic || "/!".unicodeScalars.contains(text[place + 1])
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || "0"..."9" ~= scalar || "_-/".unicodeScalars.contains(scalar)
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .otherSymbol, .modifierSymbol:
      true
    default: false
    }
  }
}
