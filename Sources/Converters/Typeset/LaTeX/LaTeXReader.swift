import Foundation

/// Reads the characters of LaTeX: names of commands, their arguments, and what stands up to an end.
struct LaTeXReader {
  private var scalars: [Unicode.Scalar]
  /// A bracket that is closed no sooner begins no option.
  private static let longestOption = 2000
  private(set) var index = 0

  init(_ text: some StringProtocol) { scalars = Array(text.unicodeScalars) }

  var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func next() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    index += 1
    return scalars[index - 1]
  }

  /// Puts a text before what comes next.
  mutating func insert(_ text: String) {
    let inserted = Array(text.unicodeScalars)
    // It takes the place of what was read; room that is made doubles, so that all insertions together take linear time.
    if inserted.count > index {
      let room = max(inserted.count, scalars.count)
      scalars.insert(contentsOf: repeatElement(" ", count: room), at: 0)
      index += room
    }
    index -= inserted.count
    scalars.replaceSubrange(index..<index + inserted.count, with: inserted)
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  mutating func skipSpace() {
    while let scalar = peek, scalar.properties.isWhitespace { index += 1 }
  }

  /// Skips white space and comments.
  mutating func skipFiller() {
    while let scalar = peek, scalar == "%" || scalar.properties.isWhitespace {
      if scalar == "%" { skipComment() } else { index += 1 }
    }
  }

  /// Whether `{}` comes next.
  var isAtEmptyGroup: Bool { index + 1 < scalars.count && scalars[index] == "{" && scalars[index + 1] == "}" }

  /// Whether what comes next needs no space before it, as the package xspace sees it.
  var isAtEndOfWord: Bool {
    guard let scalar = peek else { return true }
    guard scalar == "\\" else {
      return scalar.properties.isWhitespace || "{}.,'/?;:!~-)".unicodeScalars.contains(scalar)
    }
    var ahead = self
    _ = ahead.next()
    return [" ", "/", ",", "footnote", "footnotemark", "xspace"].contains(ahead.name())
  }

  /// Skips a comment with its line end and the space that begins the next line.
  mutating func skipComment() {
    while let scalar = next(), scalar != "\n" {}
    while let scalar = peek, scalar == " " || scalar == "\t" { index += 1 }
  }

  /// Whether only white space is left of the line; then it is skipped with its end.
  mutating func skipBlankLine() -> Bool {
    var end = index
    while end < scalars.count, scalars[end] == " " || scalars[end] == "\t" || scalars[end] == "\r" { end += 1 }
    guard end < scalars.count, scalars[end] == "\n" else { return false }
    index = end + 1
    return true
  }

  /// Returns the name of a command, whose backslash was read: letters, or one other character.
  mutating func name() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek, ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) {
      name.append(scalar)
      index += 1
    }
    if name.isEmpty, let scalar = next() { return String(scalar) }
    while name.count > 0, let scalar = peek, scalar == " " || scalar == "\t" { index += 1 }
    return String(name)
  }

  /// Returns an argument: a group in braces, a command, or one character.
  ///
  /// - Parameter skippingComments: Whether braces in comments do not count. In an address, `%` begins no comment.
  mutating func argument(skippingComments: Bool = false) -> String {
    let start = index
    skipFiller()
    if skip("{") { return upToBrace(skippingComments: skippingComments) }
    if peek == "\\" {
      index += 1
      return "\\" + name()
    }
    guard let scalar = peek, scalar != "}" else {
      index = start
      return ""
    }
    index += 1
    return String(scalar)
  }

  /// Returns what stands in brackets, if they come next.
  mutating func option() -> String? {
    guard skip("[") else { return nil }
    let start = index
    var depth = 0
    while index - start < Self.longestOption, let scalar = next() {
      if scalar == "\\" { _ = next() }
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if scalar == "]", depth <= 0 { return string(start..<index - 1) }
    }
    // It is no option.
    index = start
    return nil
  }

  /// Returns what stands before the brace that closes this group.
  mutating func upToBrace(skippingComments: Bool = false) -> String {
    let start = index
    var depth = 1
    while let scalar = next() {
      if scalar == "\\" { _ = next() }
      if scalar == "%", skippingComments { skipComment() }
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth == 0 { return string(start..<index - 1) }
    }
    return string(start..<index)
  }

  /// Returns what stands before the dollar sign that ends a formula, and skips both; `nil` if the paragraph has none.
  mutating func restOfFormula() -> String? {
    var end = index
    while end < scalars.count, scalars[end] != "$" {
      if scalars[end] == "\\" { end += 1 }
      // A formula has no empty line.
      if end + 1 < scalars.count, scalars[end] == "\n", scalars[end + 1] == "\n" { return nil }
      end += 1
    }
    guard end < scalars.count else { return nil }
    defer { index = end + 1 }
    return string(index..<end)
  }

  /// Returns what stands before a text, and skips both.
  mutating func upTo(_ end: String) -> String { upTo([end]) }

  /// Returns what stands before the first of some texts, and skips both.
  mutating func upTo(_ ends: [String]) -> String {
    let wanted = ends.map { Array($0.unicodeScalars) }
    let start = index
    while index < scalars.count {
      if let end = wanted.first(where: stands) {
        defer { index += end.count }
        return string(start..<index)
      }
      index += 1
    }
    return string(start..<index)
  }

  /// Whether a text comes next; a command only if it does not go on.
  private func stands(_ text: [Unicode.Scalar]) -> Bool {
    let end = index + text.count
    guard end <= scalars.count, scalars[index] == text.first, scalars[index..<end].elementsEqual(text) else {
      return false
    }
    let isCommand = text.count > 1 && text[0] == "\\" && text[text.count - 1].properties.isAlphabetic
    return !isCommand || end == scalars.count || !scalars[end].properties.isAlphabetic
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }
}
