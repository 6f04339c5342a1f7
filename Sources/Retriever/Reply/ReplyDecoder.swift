/// Decodes, piece by piece, a reply that a model writes as the inside of a JSON string.
///
/// The prompt began the reply with `{"answer": "`, so the first piece is text; or the model writes that too, perhaps in
/// a code fence, or replies with plain text after all (`ReplyOpening`). Escapes may be split anywhere. Small
/// models forget to escape quotation marks, so a quotation mark ends the text only if the object ends or another member
/// begins after it: not in `"Tag version", "Build"` nor in `{"a": "b"} in the settings`.
package struct ReplyDecoder: Sendable {
  /// Whether the string is closed. Nothing that follows is text.
  package private(set) var isComplete = false
  private var pending = ""
  private var opening: ReplyOpening

  /// - Parameter isBegun: Whether the prompt began the reply with `{"answer": "`.
  package init(isBegun: Bool = true) { opening = isBegun ? .json : .open }

  /// Returns the text that one more piece of the reply adds.
  package mutating func decode(_ piece: String) -> String {
    guard !isComplete else { return "" }
    pending += piece
    return read(atEnd: false)
  }

  /// Returns the text that was held back until more followed. Nothing may be decoded after it.
  package mutating func finish() -> String { isComplete ? "" : read(atEnd: true) }

  /// Returns the text of a whole or partial reply, and whether the string is closed.
  package static func read(
    _ reply: String, isBegun: Bool = true, isWhole: Bool
  ) -> (text: String, isClosed: Bool) {
    var decoder = ReplyDecoder(isBegun: isBegun)
    var text = decoder.decode(reply)
    if isWhole { text += decoder.finish() }
    return (text, decoder.isComplete)
  }

  private mutating func read(atEnd: Bool) -> String {
    opening.read(&pending, atEnd: atEnd)
    switch opening {
    case .open: return ""
    case .json: return drain(atEnd: atEnd)
    case .text:
      defer { pending = "" }
      return pending
    }
  }

  private mutating func drain(atEnd: Bool) -> String {
    var text = ""
    // Scalars, not characters: a combining mark after a quotation mark must not hide it.
    var rest = pending.unicodeScalars[...]
    while let first = rest.first {
      if first == "\\" {
        guard let escape = Self.escape(rest, atEnd: atEnd) else { break }
        for scalar in escape.scalars { text.unicodeScalars.append(scalar) }
        rest = rest.dropFirst(escape.length)
      } else if first == "\"" {
        guard let closes = Self.closes(rest.dropFirst(), atEnd: atEnd) else { break }
        if closes {
          // A quotation mark at the very end is not text, but may begin a quotation.
          isComplete = !rest.dropFirst().allSatisfy(\.properties.isWhitespace)
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

  /// Whether a quotation mark ends the string, given what follows it; `nil` if more must follow to know.
  private static func closes(_ rest: Substring.UnicodeScalarView, atEnd: Bool) -> Bool? {
    func next(_ text: Substring.UnicodeScalarView, after spaces: Set<Unicode.Scalar>) -> Substring.UnicodeScalarView {
      text.drop(while: spaces.contains)
    }
    let space: Set<Unicode.Scalar> = [" ", "\n", "\r", "\t"]
    let after = next(rest, after: space)
    switch after.first {
    case nil: return atEnd ? true : nil
    case "}":
      // Only white space or a closing fence follows the object; anything else on the same line would be text.
      guard let sign = next(after.dropFirst(), after: [" ", "\t"]).first else { return atEnd ? true : nil }
      return ["\n", "\r", "`", "}"].contains(sign)
    case ",":
      let name = next(after.dropFirst(), after: space)
      guard let quote = name.first else { return atEnd ? false : nil }
      guard quote == "\"" else { return false }
      let length = name.dropFirst().prefix(longestName + 1).prefix { $0 != "\"" && $0 != "\n" }.count
      let behind = name.dropFirst(length + 1)
      guard length <= longestName else { return false }
      guard let end = behind.first else { return atEnd ? false : nil }
      guard end == "\"" else { return false }
      guard let colon = next(behind.dropFirst(), after: space).first else { return atEnd ? false : nil }
      return colon == ":"
    default: return false
    }
  }

  /// The maximum number of characters in a member's name.
  private static let longestName = 24

  /// Returns what an escape represents and its length; `nil` if it is incomplete.
  private static func escape(
    _ text: Substring.UnicodeScalarView, atEnd: Bool
  ) -> (scalars: [Unicode.Scalar], length: Int)? {
    let signs = Array(text.prefix(12))
    guard signs.count > 1 else { return atEnd ? ([], 1) : nil }
    switch signs[1] {
    case "n": return (["\n"], 2)
    case "t": return (["\t"], 2)
    case "r":
      // A line end, or part of one if a line feed follows.
      guard signs.count > 2 else { return atEnd ? (["\n"], 2) : nil }
      guard signs[2] == "\\" else { return (["\n"], 2) }
      guard signs.count > 3 else { return atEnd ? (["\n"], 2) : nil }
      return (signs[3] == "n" ? [] : ["\n"], 2)
    case "b", "f": return ([], 2)
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
