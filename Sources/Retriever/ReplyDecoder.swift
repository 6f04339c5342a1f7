/// Reads the text of a reply that a model writes as the inside of a JSON string, piece by piece.
///
/// The reply was begun with `{"answer": "`, so the first piece is text. Escapes may be cut anywhere. A quotation mark
/// ends the text only where JSON could go on after it: small models forget to escape.
package struct ReplyDecoder: Sendable {
  /// Whether the string has been closed: nothing that follows is text.
  package private(set) var isComplete = false
  private var pending = ""

  package init() {}

  /// The text that one more piece of the reply adds.
  package mutating func decode(_ piece: String) -> String {
    guard !isComplete else { return "" }
    pending += piece
    return drain(atEnd: false)
  }

  /// The text that was held back for what might have followed.
  package mutating func finish() -> String {
    defer { isComplete = true }
    return isComplete ? "" : drain(atEnd: true)
  }

  private mutating func drain(atEnd: Bool) -> String {
    var text = ""
    // Scalars, not characters: a combining mark behind a quotation mark must not hide it.
    var rest = pending.unicodeScalars[...]
    while let first = rest.first {
      if first == "\\" {
        guard let escape = Self.escape(rest, atEnd: atEnd) else { break }
        text.unicodeScalars.append(contentsOf: escape.scalars)
        rest = rest.dropFirst(escape.length)
      } else if first == "\"" {
        let after = rest.dropFirst().drop { $0 == " " || $0 == "\n" }
        guard let next = after.first else {
          if atEnd { isComplete = true }
          break
        }
        if next == "}" || next == "," || next == "]" {
          isComplete = true
          break
        }
        text.unicodeScalars.append(first)
        rest = rest.dropFirst()
      } else {
        text.unicodeScalars.append(first)
        rest = rest.dropFirst()
      }
    }
    pending = isComplete ? "" : String(String.UnicodeScalarView(rest))
    return text
  }

  /// What an escape stands for, and how long it is; `nil` while more of it must come.
  private static func escape(
    _ text: Substring.UnicodeScalarView, atEnd: Bool
  ) -> (scalars: [Unicode.Scalar], length: Int)? {
    let signs = Array(text.prefix(12))
    guard signs.count > 1 else { return atEnd ? ([], 1) : nil }
    switch signs[1] {
    case "n": return (["\n"], 2)
    case "t": return (["\t"], 2)
    case "r", "b", "f": return ([], 2)
    case "u":
      guard let high = unit(signs, at: 2) else { return signs.count < 6 && !atEnd ? nil : ([], 2) }
      if let scalar = Unicode.Scalar(high) { return ([scalar], 6) }
      guard let low = unit(signs, at: 8), signs[6] == "\\", signs[7] == "u", 0xD800..<0xDC00 ~= high,
        0xDC00..<0xE000 ~= low,
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      else { return signs.count < 12 && !atEnd ? nil : (["\u{FFFD}"], 6) }
      return ([scalar], 12)
    default: return ([signs[1]], 2)
    }
  }

  private static func unit(_ signs: [Unicode.Scalar], at index: Int) -> UInt32? {
    guard signs.count >= index + 4 else { return nil }
    return UInt32(String(String.UnicodeScalarView(signs[index..<index + 4])), radix: 16)
  }
}
