/// Text whose lines flow into paragraphs (RFC 3676).
enum FlowedText {
  /// Returns the text with each paragraph on one line, below the marks of its quotation.
  ///
  /// - Parameter dropsSpaces: Whether the space at which a line was broken is not part of the text (`DelSp=yes`).
  static func joined(_ text: String, dropsSpaces: Bool) -> String {
    var lines: [[UInt8]] = []
    // The depth of the last line's quotation, if the line goes on.
    var open: Int?
    for line in Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let depth = line.prefix { $0 == UInt8(ascii: ">") }.count
      var words = line.dropFirst(depth)
      // A space protects what would look like a quotation or an mbox's `From`.
      if words.first == 0x20 { words = words.dropFirst() }
      let isSignature = words.elementsEqual("-- ".utf8)
      let goesOn = words.last == 0x20 && !isSignature
      if dropsSpaces, goesOn { words = words.dropLast() }
      if open == depth, !isSignature {
        lines[lines.count - 1] += words
      } else {
        lines.append(Array(repeating: UInt8(ascii: ">"), count: depth) + (depth > 0 ? [0x20] : []) + words)
      }
      open = goesOn ? depth : nil
    }
    return String(decoding: Array(lines.joined(separator: "\n".utf8)), as: UTF8.self)
  }
}
