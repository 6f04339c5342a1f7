/// A text of any length that is made to be hard to parse: what opens constructs, again and again, and never closes
/// them.
public struct TextPattern: Sendable, CustomStringConvertible {
  private let before: String
  private let part: String
  /// What is repeated behind the parts, as often as they are.
  private let close: String
  private let after: String
  /// The ending of a file of such text.
  public let ending: String

  /// The parts of which it consists.
  public var description: String {
    "\(before.debugDescription) + \(part.debugDescription) + \(close.debugDescription) .\(ending)"
  }

  /// Returns about so many bytes.
  public func text(_ bytes: Int) -> String {
    let count = bytes / (part.utf8.count + close.utf8.count)
    return before + String(repeating: part, count: count) + String(repeating: close, count: count) + after
  }

  /// What begins constructs of Markdown, Org, HTML, YAML, dates, sentences and code, and letters between.
  private static let seeds = [
    "[", "](", "](<", "[[", "![", "]", "]]", "(", ")", "[x ", "[a]: ", "[^1]", "<", ">", "<a ", "<a id=", "<x =", "</",
    "<!--", "-->", "<script", "<p hidden", "style='display:none' ", "\"", "'", "`", "``", "```\n", "~~~\n", "$$\n", "*",
    "**", "_", "#", "# ", "## ", "#a ", "- ", "- [ ] ", "1. ", "> ", "|", "|-|\n", "\n", "\n\n", "\r", " ", "    ",
    "\t", "a", "a ", "A b ", "é", "Łä", "\u{200B}", "鍵", "\u{301}", ".", ". ", "a. ", "! ", "。", "\\", "%%", "^",
    " ^a\n", "{", "}", "@", ":", "a: ", "a:\n", "::", "://", "=", "=\n", "---\n", "+++\n", "<<", ">>", "* ", "* DONE ",
    ":a:\n", "#+begin_a\n",
    "#+x: y\n", "DEADLINE: <", "[due:: ", "📅 ", "2024-01-01 ", "1.1.2024 ", "14 May ", "2024", "1", "1,", "www.a.b/",
    "[file:", ".. a::\n", "==\n", "+-\n", "func a(", "/*", "//", "class a\n", "&", ";", ",", "-", "--", "\"a\": ",
  ]
  private static let endings = ["md", "md", "md", "md", "org", "txt", "rst", "swift"]

  /// Patterns of which each once took a parser the square of its length or more.
  public static let known = [
    TextPattern("[x <a ="), TextPattern("<a id="), TextPattern("<x ="), TextPattern("[]("), TextPattern("[](<"),
    TextPattern(before: "[x ", "a<!--"), TextPattern("<a"), TextPattern("<a none "), TextPattern("[a](", close: ")"),
    TextPattern("[a", close: "](b"), TextPattern("[[a"), TextPattern("[[[a][b]"), TextPattern(before: "a. `", "b. "),
    TextPattern("."), TextPattern(")"), TextPattern("\n."), TextPattern("1"), TextPattern("[a]:[b]:"),
    TextPattern(before: "    ", "[[a", "org"), TextPattern("[[a][", "org"), TextPattern("<<a", "org"),
    TextPattern("A"), TextPattern("Abc "), TextPattern("a.a/"), TextPattern("["), TextPattern("0,"),
    TextPattern("! a\n1"), TextPattern("a。\n"), TextPattern("'"), TextPattern("Łä"), TextPattern("\u{200B}"),
    TextPattern("\u{344}"),
  ]

  private init(
    before: String = "", _ part: String, close: String = "", after: String = "", _ ending: String = "md"
  ) {
    (self.before, self.part, self.close, self.after, self.ending) = (before, part, close, after, ending)
  }

  /// Returns patterns: each seed alone, then up to four by chance, some behind another seed or before closing
  /// ones.
  public static func patterns(_ count: Int, seed: UInt64) -> [TextPattern] {
    var generator = SeededGenerator(seed: seed)
    func any() -> String { seeds.randomElement(using: &generator) ?? "[" }
    func ending() -> String { endings.randomElement(using: &generator) ?? "md" }
    var patterns = seeds.map { TextPattern($0) }.shuffled(using: &generator)
    while patterns.count < count {
      let part = (0..<Int.random(in: 1...4, using: &generator)).map { _ in any() }.joined()
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: patterns.append(TextPattern(before: any() + any(), part, ending()))
      case 1: patterns.append(TextPattern(part, close: any(), ending()))
      case 2:
        let mark = Bool.random(using: &generator) ? "---\n" : "+++\n"
        patterns.append(TextPattern(before: mark, part, after: "\n" + mark))
      default: patterns.append(TextPattern(part, ending()))
      }
    }
    return Array(patterns.prefix(count))
  }
}
