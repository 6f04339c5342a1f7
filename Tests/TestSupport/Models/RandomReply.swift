/// Replies as models write them, and as they hardly ever do: prose, lists, tables, code, and every kind of character
/// that is made of several.
package struct RandomReply {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let words = [
    "keys", "Marta", "90 days", "3.5", "e.g.", "Dr.", "\"signing\"", "'x'", "[", "[see", "]", "(rotated)", "**Note**",
    "`a. B`", "e\u{301}", "a\u{308}\u{323}", "👩‍👩‍👧", "👍🏽", "❤️", "🇩🇪🇫🇷", "🇩🇪🇫", "鍵を", "替える", "。", "。」", "！", "क्षि", "각",
    "ก็", "\u{200D}", "\u{301}", "rain jacket", "\\", "/", "{", "}", "~", "|x|", "…", "https://example.org/a?b=1#c",
    "\u{00A0}", "\u{2028}", "\t",
  ]
  private static let ends = [".", ". ", "! ", "? ", ".\" ", ".) ", ":", "\u{301}. ", "", ",", "…"]
  private static let newlines = ["\n", "\n", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n", " \n", "\n   "]

  package mutating func next() -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in block() }.joined()
  }

  /// Some way in which a text may be split into tokens; a token may end anywhere between two scalars.
  package mutating func pieces(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let most = pick([1, 2, 3, 8, 40])
    var pieces: [String] = []
    var start = 0
    while start < scalars.count {
      let end = min(scalars.count, start + Int.random(in: 1...most, using: &generator))
      pieces.append(String(String.UnicodeScalarView(scalars[start..<end])))
      start = end
    }
    return pieces
  }

  private mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private mutating func line() -> String {
    (0..<Int.random(in: 1...6, using: &generator)).map { _ in pick(Self.words) + pick([" ", " ", ""]) }.joined()
      + pick(Self.ends)
  }

  private mutating func block() -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return lines { "\($0.pick(["- ", "* ", "8. ", "12) ", "  - "]))\($0.line())" }
    case 1: return lines { "| \($0.line()) | \($0.line()) |" }
    case 2: return lines { "|\($0.pick(["---", " a ", "90 days"]))|" }
    case 3:
      let (indent, fence) = (pick(["", "   "]), pick(["```", "~~~", "````"]))
      let end = pick([indent + fence + pick(["", " "]) + pick(Self.newlines), ""])
      return "\(indent)\(fence)\(pick(["", "swift"]))" + pick(Self.newlines) + lines { $0.line() } + end
    case 4: return pick(["# ", "> ", ""]) + line() + pick(Self.newlines)
    default: return lines { $0.line() }
    }
  }

  private mutating func lines(_ line: (inout Self) -> String) -> String {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in line(&self) + pick(Self.newlines) }.joined()
  }
}
