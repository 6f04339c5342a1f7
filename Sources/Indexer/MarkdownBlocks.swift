/// Parts Markdown into blocks, one pass over the lines.
///
/// It knows of CommonMark's block structure what chunks need: headings, fences, lists, quotes, tables, HTML. What it
/// takes for something else than CommonMark does is still kept, whole and in order.
struct MarkdownBlocks {
  private let text: DocumentText
  private var blocks: [Block] = []
  private var line: Int

  static func blocks(of text: DocumentText, from line: Int = 0) -> [Block] {
    var parser = MarkdownBlocks(text: text, line: line)
    while parser.line < text.lineCount { parser.parseBlock() }
    return parser.blocks
  }

  private init(text: DocumentText, line: Int) {
    self.text = text
    self.line = line
  }

  private mutating func add(_ kind: Block.Kind, to end: Int) {
    let lines = text.withoutBlankEnd(line..<end)
    if !lines.isEmpty { blocks.append(Block(kind: kind, lines: lines)) }
    line = max(end, line + 1)
  }

  private mutating func parseBlock() {
    let shape = text.shape(line)
    if shape.isBlank {
      line += 1
    } else if shape.indent >= 4 {
      add(.code, to: end { !$0.isBlank && $0.indent < 4 })
    } else if let fence = Fence(shape) {
      add(.code, to: fence.end(in: text, from: line + 1))
    } else if let level = MarkdownBlocks.headingLevel(shape) {
      add(.heading(level: level, title: MarkdownBlocks.title(shape)), to: line + 1)
    } else if shape.isRule {
      add(.paragraph, to: line + 1)
    } else if shape.isListItem {
      add(.list, to: endOfList())
    } else if shape.begins(with: ">") {
      add(.quote, to: end { !$0.begins(with: ">") && ($0.isBlank || MarkdownBlocks.interruptsParagraph($0)) })
    } else if let end = MarkdownBlocks.endOfHTML(in: text, from: line) {
      add(.markup, to: end)
    } else if isTable(line) {
      add(.table, to: end { $0.isBlank || MarkdownBlocks.interruptsParagraph($0) })
    } else {
      parseParagraph()
    }
  }

  /// The first line behind the present one of which `ends` is true, or the number of lines.
  private func end(_ ends: (LineShape) -> Bool) -> Int {
    var next = line + 1
    while next < text.lineCount, !ends(text.shape(next)) { next += 1 }
    return next
  }

  // MARK: Paragraphs and headings

  /// A heading underlined with `=` or `-` is this long at most; longer, and a rule was meant.
  private static let longestUnderlinedHeading = (lines: 3, bytes: 240)

  private mutating func parseParagraph() {
    var next = line + 1
    while next < text.lineCount {
      let shape = text.shape(next)
      if shape.isBlank { break }
      if let level = MarkdownBlocks.underlineLevel(shape) {
        let limit = MarkdownBlocks.longestUnderlinedHeading
        let bytes = text.lineStarts[line]..<text.line(next - 1).upperBound
        guard next - line <= limit.lines, bytes.count <= limit.bytes else { break }
        let title = text.string(bytes).split { $0.isWhitespace }.joined(separator: " ")
        return add(.heading(level: level, title: title), to: next + 1)
      }
      if MarkdownBlocks.interruptsParagraph(shape) || isTable(next) { break }
      next += 1
    }
    add(.paragraph, to: next)
  }

  private static func underlineLevel(_ shape: LineShape) -> Int? {
    guard shape.indent < 4, let mark = shape.content.first, "=-".utf8.contains(mark), shape.run == shape.content.count
    else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : 2
  }

  private static func headingLevel(_ shape: LineShape) -> Int? {
    guard shape.begins(with: "#"), shape.indent < 4, (1...6).contains(shape.run) else { return nil }
    return shape.content.dropFirst(shape.run).first?.isBlank ?? true ? shape.run : nil
  }

  /// The text of a heading without the signs before and behind it.
  private static func title(_ shape: LineShape) -> String {
    let inner = LineShape(shape.content.dropFirst(shape.run)).content
    let open = inner.reversed().drop { $0 == UInt8(ascii: "#") }
    let isClosed = open.isEmpty || open.first?.isBlank == true
    let kept = isClosed ? LineShape(inner.prefix(open.count)).content : inner
    return String(decoding: kept, as: UTF8.self)
  }

  private static func interruptsParagraph(_ shape: LineShape) -> Bool {
    guard shape.indent < 4 else { return false }
    // A number other than one is more likely part of a sentence.
    let item =
      shape.isListItem && shape.content.count > 1
      && (!(0x30...0x39).contains(shape.content.first ?? 0) || shape.begins(with: "1.") || shape.begins(with: "1)"))
    return item || shape.begins(with: ">") || shape.isRule || headingLevel(shape) != nil || Fence(shape) != nil
  }

  private func isTable(_ line: Int) -> Bool {
    guard text.shape(line).content.contains(UInt8(ascii: "|")), line + 1 < text.lineCount else { return false }
    return text.shape(line + 1).isTableDelimiter
  }

  // MARK: Lists

  private func endOfList() -> Int {
    let indent = text.shape(line).indent
    var next = line + 1
    while next < text.lineCount {
      let shape = text.shape(next)
      if shape.isBlank {
        next = text.nextContent(from: next)
        guard next < text.lineCount else { return next }
        let after = text.shape(next)
        guard after.indent >= indent + 2 || after.isListItem && !after.isRule else { return next }
      } else if shape.indent >= indent + 2, let fence = Fence(shape) {
        next = fence.end(in: text, from: next + 1)
      } else if shape.indent >= indent + 2 || shape.isListItem && !shape.isRule {
        next += 1
      } else if MarkdownBlocks.interruptsParagraph(shape) {
        return next
      } else {
        next += 1
      }
    }
    return next
  }

  // MARK: HTML

  private static let rawTags = ["<script", "<pre", "<style", "<textarea"]

  /// The end of HTML that begins with a line; `nil` if none begins there.
  private static func endOfHTML(in text: DocumentText, from line: Int) -> Int? {
    let shape = text.shape(line)
    guard shape.begins(with: "<") else { return nil }
    func end(with mark: String) -> Int {
      for next in line..<text.lineCount where text.shape(next).contains(mark) { return next + 1 }
      return text.lineCount
    }
    if shape.begins(with: "<!--") { return end(with: "-->") }
    if shape.begins(with: "<?") { return end(with: "?>") }
    if shape.begins(with: "<![CDATA[") { return end(with: "]]>") }
    for tag in rawTags where shape.beginsIgnoringCase(with: tag) { return end(with: "</" + tag.dropFirst()) }
    let name = shape.content.dropFirst().drop { $0 == UInt8(ascii: "/") }
    let rest = name.drop { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    guard rest.count < name.count, rest.first.map({ $0.isBlank || ">/".utf8.contains($0) }) ?? true else { return nil }
    return (line + 1..<text.lineCount).first { text.isBlank($0) } ?? text.lineCount
  }
}

/// The line that opens a block of code between fences.
struct Fence {
  private let mark: UInt8
  private let length: Int

  init?(_ shape: LineShape) {
    guard let mark = shape.content.first, "`~$".utf8.contains(mark) else { return nil }
    self.mark = mark
    length = shape.run
    let info = shape.content.dropFirst(length)
    if mark == UInt8(ascii: "$") {
      // A formula, which has exactly two on a line of their own.
      guard length == 2, info.isEmpty else { return nil }
    } else {
      guard length >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    }
  }

  /// The line behind the closing fence, or the number of lines.
  func end(in text: DocumentText, from line: Int) -> Int {
    for next in line..<max(line, text.lineCount) where isClosed(by: text.shape(next)) { return next + 1 }
    return text.lineCount
  }

  func isClosed(by shape: LineShape) -> Bool {
    shape.content.first == mark && shape.run >= length && shape.run == shape.content.count
  }
}
