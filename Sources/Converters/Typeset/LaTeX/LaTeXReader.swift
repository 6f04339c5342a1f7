import Foundation

/// Reads the characters of LaTeX: names of commands, their arguments, and what stands up to an end.
struct LaTeXReader {
  private var scalars: [Unicode.Scalar]
  /// A bracket that is closed no sooner begins no option.
  private static let longestOption = 2000
  private(set) var index = 0

  init(_ text: some StringProtocol) { scalars = Array(text.unicodeScalars) }

  /// Returns the fields of an argument such as `short = PCR, long = {chain reaction}`.
  static func fields(of argument: String) -> [String: String] {
    var reader = LaTeXReader(argument)
    var fields: [String: String] = [:]
    while reader.peek != nil {
      let key = reader.upTo("=").trimmingCharacters(in: .whitespacesAndNewlines)
      reader.skipSpace()
      let value = reader.skip("{") ? reader.upToBrace() : reader.upTo(",")
      fields[key] = value.trimmingCharacters(in: .whitespacesAndNewlines)
      reader.skipSpace()
      if reader.skip(",") { reader.skipSpace() }
    }
    return fields
  }

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
  mutating func argument() -> String {
    let start = index
    while let scalar = peek, scalar == " " || scalar == "\n" || scalar == "%" {
      if scalar == "%" { skipComment() } else { index += 1 }
    }
    if skip("{") { return upToBrace() }
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
  mutating func upToBrace() -> String {
    let start = index
    var depth = 1
    while let scalar = next() {
      if scalar == "\\" { _ = next() }
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
  mutating func upTo(_ end: String) -> String {
    let wanted = Array(end.unicodeScalars)
    let start = index
    while index + wanted.count <= scalars.count {
      if scalars[index] == wanted.first, scalars[index..<index + wanted.count].elementsEqual(wanted) {
        defer { index += wanted.count }
        return string(start..<index)
      }
      index += 1
    }
    index = scalars.count
    return string(start..<index)
  }

  private func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }
}
