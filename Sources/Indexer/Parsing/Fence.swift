/// The line that opens a fenced block of code or a formula.
struct Fence {
  private let mark: UInt8
  private let length: Int

  init?(_ shape: LineShape) {
    guard let mark = shape.content.first, "`~$".utf8.contains(mark) else { return nil }
    self.mark = mark
    length = shape.run
    let info = shape.content.dropFirst(length)
    if mark == UInt8(ascii: "$") {
      // A formula has exactly two on a line of their own.
      guard length == 2, info.isEmpty else { return nil }
    } else {
      guard length >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    }
  }

  /// Returns the line after the closing fence, or the number of lines.
  func end(in text: DocumentText, from line: Int) throws(CancellationError) -> Int {
    try text.lineBehind(line, where: isClosed)
  }

  func isClosed(by shape: LineShape) -> Bool {
    shape.content.first == mark && shape.run >= length && shape.run == shape.content.count
  }
}
