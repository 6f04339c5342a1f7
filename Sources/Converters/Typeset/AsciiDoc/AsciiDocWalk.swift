/// Writes the lines of AsciiDoc as Markdown.
struct AsciiDocWalk {
  private(set) var writer = MarkdownWriter()
  private(set) var title: String?
  private let patterns = AsciiDocPatterns()
  private var lines: ArraySlice<String>
  private var attributes: [String: String] = [:]
  private var paragraph: [String] = []
  /// The language that a line such as `[source,sh]` gives to the next block.
  private var language = ""
  /// The last numbers of the list's items by their depths.
  private var numbers: [Int: Int] = [:]
  private var isVerse = false
  /// The end of a block of text that is open, such as `____`.
  private var open: [String] = []

  init(_ text: String) {
    lines =
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
        var line = String(line)
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
      }[...]
  }

  mutating func write() {
    while let line = lines.popFirst() { write(line) }
    flush()
  }

  private mutating func write(_ line: String) {
    if line.isEmpty || line == "+" { return flush() }
    if isDelimiter(line) { return block(line) }
    if line.hasPrefix("//") || line == "'''" || line == "<<<" { return }
    if let match = line.wholeMatch(of: patterns.attribute), line.first == ":" {
      attributes[String(match.1).lowercased()] = match.2.map(String.init) ?? ""
    } else if let heading = patterns.heading(line) {
      flush()
      let words = inline(heading.words)
      if title == nil, heading.level == 1 { title = words }
      writer.heading(words, level: heading.level)
    } else if line.hasPrefix("["), line.hasSuffix("]") {
      flush()
      attribute(line.dropFirst().dropLast())
    } else if line.wholeMatch(of: patterns.silent) != nil {
      return
    } else if let words = patterns.media(line) {
      flush()
      writer.paragraph(words)
    } else if line.first == "|", open.last == "|===" {
      paragraph.append(line)
    } else if let match = line.wholeMatch(of: patterns.caption), paragraph.isEmpty {
      writer.paragraph(inline(String(match.1)))
    } else if !item(line) {
      paragraph.append(line)
    }
  }

  /// Writes a line that begins an item of a list.
  private mutating func item(_ line: String) -> Bool {
    let bare = line.drop { $0 == " " || $0 == "\t" }
    if let match = bare.wholeMatch(of: patterns.item) {
      flush()
      let sign = match.1
      let isNumber = sign.first == "." || sign.first?.isNumber == true
      let depth = isNumber && sign.first != "." ? 0 : sign.count - 1
      let text = String(match.2).replacing(patterns.box) { $0.output.1 == " " ? "(open) " : "(done) " }
      entry(
        rest(of: String(text)), depth: depth,
        marker: sign.first == "." ? number(at: depth) : isNumber ? String(sign) : "-")
      return true
    }
    if let match = bare.wholeMatch(of: patterns.term), !match.1.contains("://") {
      flush()
      // The meaning may begin on the next line.
      while match.3 == nil, let next = lines.first, next.isEmpty { lines = lines.dropFirst() }
      let meaning = rest(of: match.3.map(String.init) ?? "")
      entry(match.1 + (meaning.isEmpty ? "" : ": " + meaning), depth: max(0, match.2.count - 2), marker: "-")
      return true
    }
    if bare.wholeMatch(of: patterns.callout) != nil {
      flush()
      entry(rest(of: String(bare)), depth: 0, marker: "-")
      return true
    }
    return false
  }

  /// Returns the number of the next item at a depth; what is deeper begins again.
  private mutating func number(at depth: Int) -> String {
    if !writer.isInList { numbers = [:] }
    numbers = numbers.filter { $0.key <= depth }
    numbers[depth, default: 0] += 1
    return "\(numbers[depth] ?? 1)."
  }

  private mutating func entry(_ text: some StringProtocol, depth: Int, marker: String) {
    writer.item(inline(String(text)), depth: depth, marker: marker)
  }

  /// Returns a text with the lines that follow until something else begins.
  private mutating func rest(of text: String) -> String {
    var text = text
    while let next = lines.first, !next.isEmpty, next != "+", !isDelimiter(next), !next.hasPrefix("["),
      !next.hasPrefix("//"),
      next.firstMatch(of: patterns.beginning) == nil
    {
      text += " " + next
      lines = lines.dropFirst()
    }
    return text
  }

  private mutating func attribute(_ list: Substring) {
    let parts = list.split(separator: ",").map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
    language = parts.first == "source" || parts.first == "," ? parts.dropFirst().first ?? "" : ""
    isVerse = ["quote", "verse"].contains(parts.first)
  }

  // MARK: Blocks

  private func isDelimiter(_ line: String) -> Bool {
    if ["|===", "!===", ",===", ":===", "--"].contains(line) || line.hasPrefix("```") { return true }
    guard let first = line.first, line.utf8.count >= 4, "-.=*_/+".contains(first) else { return false }
    return line.utf8.allSatisfy { $0 == first.asciiValue }
  }

  private mutating func block(_ line: String) {
    flush()
    let language = line.hasPrefix("```") ? String(line.dropFirst(3)) : language
    self.language = ""
    switch line.first {
    case "`": writer.code(take(until: "```"), language: language)
    case "-" where line != "--", ".": writer.code(take(until: line), language: language)
    case "/": _ = take(until: line)
    case "+": writer.paragraph(take(until: line))
    case "|", "!", ",", ":": table(take(until: line), isComma: line == ",===")
    case "_":
      toggle(line) { $0.quoteDepth += $1 ? 1 : -1 }
    default: toggle(line) { _, _ in }
    }
  }

  /// Opens a block of text, or closes it.
  private mutating func toggle(_ line: String, _ body: (inout MarkdownWriter, Bool) -> Void) {
    if open.last == line {
      open.removeLast()
      body(&writer, false)
    } else {
      open.append(line)
      body(&writer, true)
    }
    isVerse = false
  }

  private mutating func take(until end: String) -> String {
    var taken: [String] = []
    while let line = lines.popFirst(), line != end { taken.append(line) }
    return taken.joined(separator: "\n")
  }

  /// A table: a row on each line, or each cell on its own line and as many as the first row or `cols` has.
  private mutating func table(_ text: String, isComma: Bool) {
    if isComma { return writer.table(TableConverter.rows(of: text, separatedBy: ",").map(\.cells)) }
    var rows: [[String]] = []
    var columns: Int?
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let parts = line.replacing("\\|", with: "\u{0}")
        .split(separator: patterns.cell, omittingEmptySubsequences: false)
        .map { $0.replacing("\u{0}", with: "|") }
      if parts.count > 1 {
        // A cell may go on where the next begins.
        if let last = rows.indices.last, let cell = rows[last].indices.last, !parts[0].isEmpty {
          rows[last][cell] += " " + parts[0]
        }
        let cells = parts.dropFirst().map(String.init)
        if let width = columns, let last = rows.last, last.count < width, last.count + cells.count <= width {
          rows[rows.count - 1] += cells
        } else {
          rows.append(Array(cells))
        }
      } else if line.isEmpty {
        // The first row ends here.
        columns = columns ?? rows.first?.count
      } else if let last = rows.indices.last, let cell = rows[last].indices.last {
        rows[last][cell] += " " + line
      }
    }
    // A link's text may go on in the next line.
    writer.table(rows.map { $0.map(inline) })
  }

  private mutating func flush() {
    guard !paragraph.isEmpty else { return }
    let isLiteral = paragraph.allSatisfy { $0.hasPrefix(" ") || $0.hasPrefix("\t") }
    if isLiteral {
      writer.code(paragraph.joined(separator: "\n"))
    } else {
      writer.paragraph(inline(paragraph.joined(separator: "\n")))
    }
    paragraph = []
    language = ""
  }

  // MARK: Text

  private func inline(_ text: String) -> String { AsciiDocInline.text(text, attributes) }
}
