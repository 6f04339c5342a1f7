/// The line that opens a fenced code block; see CommonMark 0.31, section 4.5.
package struct CodeFence: Sendable {
  private let sign: Character
  private let length: Int

  /// Parses a line as an opening fence; returns `nil` if it is not one.
  package init?(_ line: Substring) {
    let line = line.drop(while: \.isWhitespace)
    guard let sign = line.first, sign == "`" || sign == "~" else { return nil }
    let length = line.prefix { $0 == sign }.count
    guard length >= 3, sign == "~" || !line.dropFirst(length).contains("`") else { return nil }
    (self.sign, self.length) = (sign, length)
  }

  /// Whether a line closes the block.
  package func isClosed(by line: Substring) -> Bool {
    let line = line.drop(while: \.isWhitespace)
    let rest = line.drop { $0 == sign }
    return line.count - rest.count >= length && rest.allSatisfy(\.isWhitespace)
  }
}
