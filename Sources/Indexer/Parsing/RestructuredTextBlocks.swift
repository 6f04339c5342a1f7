/// Splits a reStructuredText document into blocks (Docutils' specification of the markup).
struct RestructuredTextBlocks {
  /// The adornment of a title: the character, and whether it is above the title as well.
  private struct Adornment: Equatable {
    var mark: UInt8
    var isAbove: Bool
  }

  private let text: DocumentText
  /// In order of first occurrence, which is their rank.
  private var adornments: [Adornment] = []

  static func blocks(of text: DocumentText) throws(CancellationError) -> [Block] {
    var parser = RestructuredTextBlocks(text: text)
    var blocks: [Block] = []
    var line = try text.nextContent(from: 0)
    while line < text.lineCount {
      let (kind, end) = try parser.block(at: line)
      blocks.append(Block(kind: kind, lines: try text.withoutBlankEnd(line..<end)))
      line = try text.nextContent(from: end)
    }
    return blocks
  }

  private init(text: DocumentText) {
    self.text = text
  }

  private mutating func block(at line: Int) throws(CancellationError) -> (kind: Block.Kind, end: Int) {
    if let heading = heading(at: line) { return heading }
    let shape = try text.nextShape(line)
    if shape.begins(with: "..") && (shape.content.count == 2 || shape.content.dropFirst(2).first?.isBlank == true) {
      let isCode = shape.contains("code-block::") || shape.contains("code::") || shape.contains("sourcecode::")
      return (isCode ? .code : .markup, try endOfIndented(from: line + 1, deeperThan: shape.indent))
    }
    if shape.indent > 0, line > 0, try endsInColons(before: line) {
      return (.code, try endOfIndented(from: line + 1, deeperThan: 0))
    }
    if shape.begins(with: "+-") || shape.begins(with: "|") { return (.table, try endOfParagraph(from: line)) }
    if shape.isUnderline, shape.content.first == UInt8(ascii: "=") { return (.table, try endOfParagraph(from: line)) }
    if shape.begins(with: "=="), shape.content.allSatisfy({ $0 == UInt8(ascii: "=") || $0.isBlank }) {
      return (.table, try endOfSimpleTable(from: line))
    }
    if shape.isListItem || shape.begins(with: "#. ") {
      return (.list, try endOfList(from: line))
    }
    return (shape.indent > 0 ? .quote : .paragraph, try endOfParagraph(from: line))
  }

  private mutating func heading(at line: Int) -> (kind: Block.Kind, end: Int)? {
    let first = text.shape(line)
    guard line + 1 < text.lineCount, let mark = first.content.first else { return nil }
    let second = text.shape(line + 1)
    if first.isUnderline {
      guard line + 2 < text.lineCount, !second.isBlank else { return nil }
      let third = text.shape(line + 2)
      guard third.content == first.content, first.content.count >= second.content.count else { return nil }
      let title = String(decoding: second.content, as: UTF8.self)
      return (.heading(level: rank(Adornment(mark: mark, isAbove: true)), title: title), line + 3)
    }
    guard first.indent == 0, second.isUnderline, let mark = second.content.first else { return nil }
    let title = String(decoding: first.content, as: UTF8.self)
    guard second.content.count >= min(title.count, 4) else { return nil }
    return (.heading(level: rank(Adornment(mark: mark, isAbove: false)), title: title), line + 2)
  }

  private mutating func rank(_ adornment: Adornment) -> Int {
    if let index = adornments.firstIndex(of: adornment) { return index + 1 }
    adornments.append(adornment)
    return adornments.count
  }

  private func endsInColons(before line: Int) throws(CancellationError) -> Bool {
    let previous = try text.withoutBlankEnd(0..<line).upperBound - 1
    return previous >= 0 && previous < line - 1 && text.shape(previous).content.suffix(2).elementsEqual("::".utf8)
  }

  private func endOfIndented(from line: Int, deeperThan indent: Int) throws(CancellationError) -> Int {
    try text.firstLine(from: line) { !$0.isBlank && $0.indent <= indent }
  }

  private func endOfParagraph(from line: Int) throws(CancellationError) -> Int {
    try text.firstLine(from: line + 1) { $0.isBlank }
  }

  /// Returns the end of a simple table: a blank line that is not between its second and third border.
  private func endOfSimpleTable(from line: Int) throws(CancellationError) -> Int {
    var borders = 1
    return try text.firstLine(from: line + 1) { shape in
      if shape.isBlank { return borders != 2 }
      if shape.begins(with: "=="), shape.content.allSatisfy({ $0 == UInt8(ascii: "=") || $0.isBlank }) { borders += 1 }
      return false
    }
  }

  private func endOfList(from line: Int) throws(CancellationError) -> Int {
    let indent = text.shape(line).indent
    var next = line + 1
    while next < text.lineCount {
      let content = try text.nextContent(from: next)
      let isAfterBlank = content > next
      guard content < text.lineCount else { return content }
      let shape = text.shape(content)
      let goesOn = shape.indent > indent || shape.isListItem || shape.begins(with: "#. ")
      guard goesOn || !isAfterBlank else { return next }
      next = content + 1
    }
    return next
  }
}
