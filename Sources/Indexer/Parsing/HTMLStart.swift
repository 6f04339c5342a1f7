/// How a block of HTML in Markdown begins, and thus where it ends (CommonMark 0.31.2, 4.6).
enum HTMLStart {
  /// It ends with the line that has this text.
  case upTo(String)
  /// It ends at a blank line: a tag of a block.
  case block
  /// It ends at a blank line, and must not follow a line of a paragraph: any tag alone on its line.
  case tag

  /// Whether a paragraph ends where it begins.
  var interruptsParagraph: Bool { if case .tag = self { false } else { true } }

  init?(_ shape: LineShape) {
    guard shape.indent < 4, shape.begins(with: "<") else { return nil }
    for (mark, end) in [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>")] where shape.begins(with: mark) {
      self = .upTo(end)
      return
    }
    let inner = shape.content.dropFirst()
    if inner.first == UInt8(ascii: "!") {
      guard inner.dropFirst().first?.isLetter == true else { return nil }
      self = .upTo(">")
      return
    }
    let isEnd = inner.first == UInt8(ascii: "/")
    let start = isEnd ? inner.dropFirst() : inner
    let name = start.prefix { $0.isLetter || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    guard name.first?.isLetter == true else { return nil }
    let rest = start[name.endIndex...]
    let word = String(decoding: name.prefix(Self.longestName).map { $0 | 0x20 }, as: UTF8.self)
    if rest.first?.isBlank ?? true || rest.first == UInt8(ascii: ">") {
      if !isEnd, Self.rawTags.contains(word) {
        self = .upTo("</" + word)
        return
      }
    }
    if rest.first?.isBlank ?? true || rest.first == UInt8(ascii: ">") || rest.starts(with: "/>".utf8),
      Self.blockTags.contains(word)
    {
      self = .block
    } else if Self.endsTag(rest, isEnd: isEnd) {
      self = .tag
    } else {
      return nil
    }
  }

  private static let rawTags: Set = ["script", "pre", "style", "textarea"]
  private static let blockTags = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
    main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
    title tr track ul
    """.split(whereSeparator: \.isWhitespace).map(String.init))
  /// Longer than each of them.
  private static let longestName = 12

  /// Whether what follows a tag's name is the rest of the tag, and nothing else.
  private static func endsTag(_ rest: ArraySlice<UInt8>, isEnd: Bool) -> Bool {
    var rest = rest
    func skipBlanks() -> Bool {
      let count = rest.count
      rest = rest.drop(while: \.isBlank)
      return rest.count < count
    }
    while true {
      let isApart = skipBlanks()
      if !isEnd, rest.first == UInt8(ascii: "/") { return rest.elementsEqual("/>".utf8) }
      if rest.first == UInt8(ascii: ">") { return rest.count == 1 }
      guard isApart, !isEnd, let first = rest.first, first.isLetter || "_:".utf8.contains(first) else { return false }
      rest = rest.drop { $0.isLetter || (0x30...0x39).contains($0) || "_.:-".utf8.contains($0) }
      let behindName = rest
      _ = skipBlanks()
      guard rest.first == UInt8(ascii: "=") else {
        rest = behindName
        continue
      }
      rest = rest.dropFirst()
      _ = skipBlanks()
      guard let quote = rest.first else { return false }
      if "\"'".utf8.contains(quote) {
        guard let close = rest.dropFirst().firstIndex(of: quote) else { return false }
        rest = rest[(close + 1)...]
      } else {
        let value = rest.prefix { !$0.isBlank && !"\"'=<>`".utf8.contains($0) }
        guard !value.isEmpty else { return false }
        rest = rest[value.endIndex...]
      }
    }
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter.
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
