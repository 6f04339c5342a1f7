/// Splits Markdown into blocks, in one pass over the lines.
///
/// Supports what chunks need of CommonMark's block structure: headings, fences, lists, quotes, tables, HTML. Of
/// CommonMark's 655 examples, 646 have the same blocks, of the same lines and kinds (cmark-gfm 0.29: 631). In the
/// others, a definition of a link is text, as in a search it should be, or an item that is indented carelessly stays in
/// its list. Text that it parses differently from CommonMark is still kept, whole and in order.
struct MarkdownBlocks {
  private let text: DocumentText
  private var blocks: [Block] = []
  private var line: Int

  static func blocks(of text: DocumentText, from line: Int = 0) throws(CancellationError) -> [Block] {
    var parser = MarkdownBlocks(text: text, line: line)
    while parser.line < text.lineCount { try parser.parseBlock() }
    return parser.blocks
  }

  private init(text: DocumentText, line: Int) {
    self.text = text
    self.line = line
  }

  private mutating func add(_ kind: Block.Kind, to end: Int) throws(CancellationError) {
    let lines = try text.withoutBlankEnd(line..<end)
    if !lines.isEmpty { blocks.append(Block(kind: kind, lines: lines)) }
    line = max(end, line + 1)
  }

  private mutating func parseBlock() throws(CancellationError) {
    let shape = try text.nextShape(line)
    if shape.isBlank {
      line += 1
    } else if shape.indent >= 4 {
      try add(.code, to: end { !$0.isBlank && $0.indent < 4 })
    } else if let fence = Fence(shape) {
      try add(.code, to: fence.end(in: text, from: line + 1))
    } else if let level = MarkdownBlocks.headingLevel(shape) {
      try add(.heading(level: level, title: MarkdownBlocks.title(shape)), to: line + 1)
    } else if shape.isRule {
      try add(.paragraph, to: line + 1)
    } else if shape.isListItem {
      try add(.list, to: endOfList())
    } else if shape.begins(with: ">") {
      try add(.quote, to: endOfQuote())
    } else if let end = try MarkdownBlocks.endOfHTML(in: text, from: line) {
      try add(.markup, to: end)
    } else if isTable(line) {
      try add(.table, to: end { $0.isBlank || MarkdownBlocks.interruptsParagraph($0) })
    } else {
      try parseParagraph()
    }
  }

  /// Returns the first line after the current one for which `ends` is true, or the number of lines.
  private func end(_ ends: (LineShape) -> Bool) throws(CancellationError) -> Int {
    try text.firstLine(from: line + 1, where: ends)
  }

  // MARK: Paragraphs and headings

  /// The longest heading underlined with `=` or `-`. Below a longer text, a rule was meant.
  private static let longestUnderlinedHeading = (lines: 3, bytes: 240)

  private mutating func parseParagraph() throws(CancellationError) {
    var next = line + 1
    while next < text.lineCount {
      let shape = try text.nextShape(next)
      if shape.isBlank { break }
      if let level = MarkdownBlocks.underlineLevel(shape) {
        let limit = MarkdownBlocks.longestUnderlinedHeading
        let bytes = text.lineStarts[line]..<text.line(next - 1).upperBound
        guard next - line <= limit.lines, bytes.count <= limit.bytes else { break }
        let title = text.string(bytes).split { $0.isWhitespace }.joined(separator: " ")
        return try add(.heading(level: level, title: title), to: next + 1)
      }
      if MarkdownBlocks.interruptsParagraph(shape) || isTable(next) { break }
      next += 1
    }
    try add(.paragraph, to: next)
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

  /// Returns a heading's text without its markers.
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
      shape.isListItem && shape.content.contains(where: \.isBlank)
      && (!(0x30...0x39).contains(shape.content.first ?? 0) || shape.begins(with: "1.") || shape.begins(with: "1)"))
    return item || shape.begins(with: ">") || shape.isRule || headingLevel(shape) != nil || Fence(shape) != nil
      || HTMLStart(shape)?.interruptsParagraph == true
  }

  private func isTable(_ line: Int) -> Bool {
    guard text.shape(line).content.contains(UInt8(ascii: "|")), line + 1 < text.lineCount else { return false }
    return text.shape(line + 1).isTableDelimiter
  }

  // MARK: Quotes

  /// Returns the line after a quote. A line without a mark belongs to it if it continues a paragraph.
  private func endOfQuote() throws(CancellationError) -> Int {
    var next = line
    var isInParagraph = false
    var fence: Fence?
    while next < text.lineCount {
      let shape = try text.nextShape(next)
      if shape.indent < 4, shape.begins(with: ">") {
        let inner = MarkdownBlocks.unquoted(shape)
        if let open = fence {
          if open.isClosed(by: inner) { fence = nil }
        } else if inner.indent < 4, let new = Fence(inner) {
          (fence, isInParagraph) = (new, false)
        } else {
          let isText = inner.indent < 4 ? MarkdownBlocks.headingLevel(inner) == nil && !inner.isRule : isInParagraph
          isInParagraph = !inner.isBlank && isText
        }
      } else if shape.isBlank || !isInParagraph || MarkdownBlocks.interruptsParagraph(shape) {
        break
      }
      next += 1
    }
    return next
  }

  /// Returns what follows the marks of quotes within quotes.
  private static func unquoted(_ shape: LineShape) -> LineShape {
    var inner = shape
    while inner.indent < 4, inner.begins(with: ">") {
      let rest = inner.content.dropFirst()
      inner = LineShape(rest.first == 0x20 ? rest.dropFirst() : rest)
    }
    return inner
  }

  // MARK: Lists

  private func endOfList() throws(CancellationError) -> Int {
    let first = text.shape(line)
    let indent = first.indent
    /// Another mark begins another list.
    func isSibling(_ shape: LineShape) -> Bool {
      shape.isListItem && !shape.isRule && (shape.indent > indent || shape.listMark == first.listMark)
    }
    var next = line + 1
    while next < text.lineCount {
      let shape = try text.nextShape(next)
      if shape.isBlank {
        next = try text.nextContent(from: next)
        guard next < text.lineCount else { return next }
        let after = text.shape(next)
        guard after.indent >= indent + 2 || isSibling(after) else { return next }
      } else if shape.indent >= indent + 2, let fence = Fence(shape) {
        next = try fence.end(in: text, from: next + 1)
      } else if shape.indent >= indent + 2 || isSibling(shape) {
        next += 1
      } else if MarkdownBlocks.interruptsParagraph(shape) || shape.isListItem {
        return next
      } else {
        next += 1
      }
    }
    return next
  }

  // MARK: HTML

  /// Returns the end of HTML that begins at a line; `nil` if none does.
  private static func endOfHTML(in text: DocumentText, from line: Int) throws(CancellationError) -> Int? {
    switch HTMLStart(text.shape(line)) {
    case .upTo(let mark): try text.lineBehind(line) { $0.contains(mark) || $0.contains(mark.uppercased()) }
    case .block, .tag: try text.firstLine(from: line + 1) { $0.isBlank }
    case nil: nil
    }
  }
}
