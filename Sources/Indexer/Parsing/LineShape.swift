/// The shape of a line by itself, regardless of its context.
struct LineShape {
  /// The line's bytes without its end.
  let bytes: ArraySlice<UInt8>
  /// The columns of white space before the first other character; a tab advances to the next multiple of four.
  let indent: Int
  /// The line without leading and trailing white space.
  let content: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    var columns = 0
    var start = bytes.startIndex
    while start < bytes.endIndex, bytes[start].isBlank {
      columns = bytes[start] == UInt8(ascii: "\t") ? columns / 4 * 4 + 4 : columns + 1
      start += 1
    }
    var end = bytes.endIndex
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    indent = columns
    content = bytes[start..<end]
  }

  var isBlank: Bool { content.isEmpty }

  func begins(with text: String) -> Bool { content.starts(with: text.utf8) }

  /// Whether the content begins with an ASCII text, ignoring case. The text must be in lower case.
  func beginsIgnoringCase(with text: String) -> Bool {
    content.count >= text.utf8.count
      && zip(content, text.utf8).allSatisfy { $0 == $1 || ((0x41...0x5A).contains($0) && $0 + 0x20 == $1) }
  }

  func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    return content.indices.contains { content[$0] == first && content[$0...].starts(with: text) }
  }

  /// The number of times that the first character is repeated at the beginning.
  var run: Int { content.prefix { $0 == content.first }.count }

  /// Whether the line begins a list item: a bullet, or a number and a dot or parenthesis, then white space.
  var isListItem: Bool {
    guard let first = content.first else { return false }
    var rest = content.dropFirst()
    if !"-+*".utf8.contains(first) {
      rest = content.drop { (0x30...0x39).contains($0) }
      let digits = content.count - rest.count
      guard (1...9).contains(digits), let end = rest.popFirst(), ".)".utf8.contains(end) else { return false }
    }
    return rest.first?.isBlank ?? true
  }

  /// What marks a list item, if the line is one: the bullet, or what follows the number.
  var listMark: UInt8? {
    content.first.flatMap { "-+*".utf8.contains($0) ? $0 : content.first { !(0x30...0x39).contains($0) } }
  }

  /// Whether the line is a thematic break: three or more of `*`, `-` or `_`, with nothing but white space between.
  var isRule: Bool {
    guard let first = content.first, "*-_".utf8.contains(first), indent < 4 else { return false }
    return content.allSatisfy { $0 == first || $0.isBlank } && content.count { $0 == first } >= 3
  }

  /// Whether the line is the row of dashes, colons and bars below a table's head.
  var isTableDelimiter: Bool {
    content.contains(UInt8(ascii: "-")) && content.contains(UInt8(ascii: "|"))
      && content.allSatisfy { "|:-+ \t".utf8.contains($0) }
  }

  /// Whether the line is one character other than a letter, digit or space, repeated.
  var isUnderline: Bool {
    guard let first = content.first, content.count >= 2, indent == 0, (0x21...0x7E).contains(first) else {
      return false
    }
    let isAlphanumeric =
      (0x30...0x39).contains(first) || (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
    return !isAlphanumeric && content.allSatisfy { $0 == first }
  }
}

extension DocumentText {
  func shape(_ number: Int) -> LineShape { LineShape(bytes[line(number)]) }

  var lineCount: Int { lineStarts.count }

  /// Returns the shape of a line, and counts the work: every pass over lines goes through here.
  func nextShape(_ number: Int) throws(CancellationError) -> LineShape {
    let line = line(number)
    try meter.add(line.count + 1)
    return LineShape(bytes[line])
  }

  /// Returns the first line from `number` on for which `isSo` is true, or the number of lines.
  func firstLine(from number: Int, where isSo: (LineShape) -> Bool) throws(CancellationError) -> Int {
    var number = number
    while number < lineCount, try !isSo(nextShape(number)) { number += 1 }
    return number
  }

  /// Returns the line after the first one for which `isSo` is true, or the number of lines.
  func lineBehind(_ number: Int, where isSo: (LineShape) -> Bool) throws(CancellationError) -> Int {
    min(try firstLine(from: number, where: isSo) + 1, lineCount)
  }

  /// Returns the first line from `number` on that is not blank, or the number of lines.
  func nextContent(from number: Int) throws(CancellationError) -> Int {
    try firstLine(from: number) { !$0.isBlank }
  }

  /// Returns the lines without the blank ones at their end.
  func withoutBlankEnd(_ lines: Range<Int>) throws(CancellationError) -> Range<Int> {
    var end = lines.upperBound
    while end > lines.lowerBound, try nextShape(end - 1).isBlank { end -= 1 }
    return lines.lowerBound..<end
  }
}
