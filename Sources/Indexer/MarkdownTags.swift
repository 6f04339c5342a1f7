/// Finds `#tag` and `#nested/tag` in the text of a Markdown document.
///
/// Obsidian's rule (help.obsidian.md/tags): a tag follows white space or begins a line; it is made of letters, digits,
/// `_`, `-`, `/` and symbols such as emoji, and one of them is no digit.
enum MarkdownTags {
  static func tags(of text: DocumentText, _ blocks: [Block]) -> [String] {
    var tags: [String] = []
    for block in blocks {
      switch block.kind {
      case .frontMatter, .code, .markup: continue
      case .heading, .paragraph, .list, .table, .quote:
        for lines in linesOutsideFences(block.lines, of: text) {
          let bytes = text.lineStarts[lines.lowerBound]..<text.line(lines.upperBound - 1).upperBound
          guard text.bytes[bytes].contains(UInt8(ascii: "#")) else { continue }
          tags += MarkdownTags.tags(in: Array(text.string(bytes).unicodeScalars))
        }
      }
    }
    return tags
  }

  // MARK: Lines

  /// A list and a quote may hold code between fences.
  private static func linesOutsideFences(_ lines: Range<Int>, of text: DocumentText) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var fence: Fence?
    var start = lines.lowerBound
    for line in lines {
      let shape = withoutMarks(text.shape(line))
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

  /// A line without the marks of quotes and items before it.
  private static func withoutMarks(_ shape: LineShape) -> LineShape {
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

  private static func tags(in text: [Unicode.Scalar]) -> [String] {
    var tags: [String] = []
    var place = 0
    while place < text.count {
      switch text[place] {
      case "\\": place += 2
      case "`": place = endOfCode(in: text, from: place)
      case "<": place = endOfHTML(in: text, from: place)
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
    }
    return tags
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

  /// Behind the code that begins with a run of backticks and ends with one as long, or behind the run.
  private static func endOfCode(in text: [Unicode.Scalar], from start: Int) -> Int {
    func endOfRun(_ place: Int) -> Int { text[place...].firstIndex { $0 != "`" } ?? text.count }
    let open = endOfRun(start)
    var place = open
    while let next = text[place...].firstIndex(of: "`") {
      place = endOfRun(next)
      if place - next == open - start { return place }
    }
    return open
  }

  /// Behind an HTML tag or a link between angle brackets on one line, or behind the bracket.
  private static func endOfHTML(in text: [Unicode.Scalar], from start: Int) -> Int {
    guard start + 1 < text.count,
      text[start + 1].properties.isAlphabetic || "/!".unicodeScalars.contains(text[start + 1]),
      let end = text[start...].firstIndex(where: { $0 == ">" || $0 == "\n" || $0 == "\r" }), text[end] == ">"
    else { return start + 1 }
    return end + 1
  }
}
