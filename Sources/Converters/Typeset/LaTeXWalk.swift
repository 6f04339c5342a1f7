import Foundation

/// Writes LaTeX as Markdown.
struct LaTeXWalk {
  private(set) var writer = MarkdownWriter()
  private(set) var title: String?
  private var reader: LaTeXReader
  private var text = ""
  /// The open lists; the last number of their items if they have any.
  private var lists: [Int?] = []
  private var marker: String?
  private let depth: Int

  /// How deep arguments may contain one another.
  private static let deepest = 40

  /// Prepares to write a text, whose title may stand before it.
  init(_ text: some StringProtocol, title: String? = nil, depth: Int = 0) {
    reader = LaTeXReader(text)
    self.title = title
    self.depth = depth
  }

  /// Returns the text of an argument on one line.
  static func plain(_ argument: String, depth: Int = 0) -> String {
    guard depth < deepest else { return argument.replacing(#/\\[A-Za-z]+|[{}\\]/#, with: "") }
    var walk = LaTeXWalk(argument, depth: depth + 1)
    walk.readAll()
    return walk.text
  }

  mutating func write() {
    readAll()
    flush()
  }

  private func plain(_ argument: String) -> String { Self.plain(argument, depth: depth) }

  private mutating func readAll() {
    while let scalar = reader.next() {
      switch scalar {
      case "%": reader.skipComment()
      case "\\": command(reader.name())
      case "{", "}": continue
      case "$": math()
      case "~": text += " "
      case "-": text += reader.skip("-") ? (reader.skip("-") ? "—" : "–") : "-"
      case "`": text += reader.skip("`") ? "“" : "‘"
      case "'": text += reader.skip("'") ? "”" : "'"
      case "\n":
        if reader.skipBlankLine() { flush() } else { text += "\n" }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private mutating func math() {
    if reader.skip("$") {
      displayed(reader.upTo("$$"))
    } else {
      text += "$" + (reader.restOfFormula().map { $0 + "$" } ?? "")
    }
  }

  private mutating func displayed(_ formula: String) {
    // Within an argument there are no blocks.
    if depth > 0 { text += " $" + formula + "$ " } else { code(formula, language: "latex") }
  }

  private mutating func code(_ code: String, language: String) {
    flush()
    marker = nil
    writer.code(code, language: language)
  }

  private mutating func flush() {
    guard depth == 0 else { return text += " " }
    defer { text = "" }
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    guard !lists.isEmpty else { return writer.paragraph(text) }
    if let marker {
      writer.item(text, depth: lists.count - 1, marker: marker)
    } else {
      writer.continuation(text, depth: lists.count - 1)
    }
    marker = nil
  }

  // MARK: Commands

  private mutating func command(_ name: String) {
    if let level = LaTeXCommands.headings[name] { return heading(level) }
    if let count = LaTeXCommands.silent[name] { return skipArguments(count) }
    if let symbol = LaTeXCommands.symbols[name] { return text += symbol }
    if let accent = LaTeXCommands.accents[name] {
      return text += LaTeXCommands.accented(plain(reader.argument()), by: accent)
    }
    // The text that follows may have headings and tables in it, so it is read as if it stood without braces.
    if let count = LaTeXCommands.beforeText[name] { return skipArguments(count, beforeText: true) }
    switch name {
    case "begin": begin(reader.argument())
    case "end": end(reader.argument())
    case "item": item()
    case "bibitem":
      item()
      _ = reader.argument()
    case "par", "newpage", "clearpage", "pagebreak", "bigskip", "medskip", "smallskip": flush()
    case "maketitle": heading(title ?? "", level: 1)
    case "\\":
      _ = reader.skip("*")
      _ = reader.option()
      text += "\n"
    case "[": displayed(reader.upTo("\\]"))
    case "(": text += "$" + reader.upTo("\\)") + "$"
    default: wording(name)
    }
  }

  private mutating func wording(_ name: String) {
    switch name {
    case "title":
      _ = reader.option()
      title = plain(reader.argument())
    case "author", "date", "institute", "subtitle":
      _ = reader.option()
      flush()
      text = plain(reader.argument())
      flush()
    case "footnote", "footnotetext":
      _ = reader.option()
      text += " (" + plain(reader.argument()) + ")"
    case "url", "path", "nolinkurl": text += reader.argument()
    case "caption", "captionof":
      _ = reader.skip("*")
      _ = reader.option()
      if name == "captionof" { _ = reader.argument() }
      flush()
      text = plain(reader.argument())
      flush()
    case "verb", "lstinline":
      _ = reader.skip("*")
      _ = reader.option()
      guard let end = reader.next() else { return }
      text += reader.upTo(end == "{" ? "}" : String(end))
    case "def", "gdef", "edef":
      _ = reader.upTo("{")
      _ = reader.upToBrace()
    case "let":
      _ = reader.argument()
      reader.skipSpace()
      _ = reader.skip("=")
      _ = reader.argument()
    // The option, if there is one, says what it links to.
    case "hyperref": if reader.option() == nil { skipArguments(3, beforeText: true) }
    case "texorpdfstring":
      text += plain(reader.argument())
      _ = reader.argument()
    case "multicolumn":
      _ = reader.argument()
      _ = reader.argument()
      text += plain(reader.argument())
    case _ where name.lowercased().contains("cite"):
      while reader.option() != nil {}
      text += "[" + reader.argument() + "]"
    case _ where name.hasSuffix("ref"): text += reader.argument()
    default:
      // Its arguments are text.
      _ = reader.skip("*")
      _ = reader.option()
    }
  }

  private mutating func skipArguments(_ count: Int, beforeText isBeforeText: Bool = false) {
    _ = reader.skip("*")
    while reader.option() != nil {}
    for number in 0..<count {
      _ = reader.argument()
      if isBeforeText || number < count - 1 { while reader.option() != nil {} }
    }
  }

  private mutating func heading(_ level: Int) {
    _ = reader.skip("*")
    _ = reader.option()
    heading(plain(reader.argument()), level: level)
  }

  private mutating func heading(_ words: String, level: Int) {
    flush()
    if depth > 0 { text += words } else { writer.heading(words, level: level) }
  }

  private mutating func item() {
    flush()
    let label = reader.option().map(plain) ?? ""
    if depth == 0, lists.isEmpty { lists.append(nil) }
    if let number = lists.last.flatMap(\.self) {
      lists[lists.count - 1] = number + 1
      marker = "\(number + 1)."
    } else {
      marker = "-"
    }
    text += label.isEmpty ? "" : label + (label.hasSuffix(":") ? " " : ": ")
  }

  // MARK: Environments

  private mutating func begin(_ name: String) {
    let base = name.filter { $0 != "*" }
    if LaTeXCommands.verbatim.contains(base) {
      let option = reader.option()
      let isMinted = base == "minted"
      let language =
        isMinted ? reader.argument() : option?.firstMatch(of: #/language=\{?(\w+)/#).map { String($0.output.1) }
      return code(reader.upTo("\\end{\(name)}"), language: (language ?? "").lowercased())
    }
    if base == "Highlighting" {
      _ = reader.option()
      code(Self.highlighted(reader.upTo("\\end{\(name)}")), language: "")
    } else if LaTeXCommands.dropped.contains(base) {
      _ = reader.upTo("\\end{\(name)}")
    } else if LaTeXCommands.math.contains(base) {
      displayed(reader.upTo("\\end{\(name)}"))
    } else if LaTeXCommands.tables.contains(base) {
      table(reader.upTo("\\end{\(name)}"), isSized: ["tabularx", "tabulary"].contains(base) || name == "tabular*")
    } else {
      flush()
      _ = reader.option()
      for _ in 0..<(LaTeXCommands.sized[base] ?? 0) { _ = reader.argument() }
      open(base)
    }
  }

  /// Returns code without the commands that color it, as pandoc writes them: `\KeywordTok{let}\NormalTok{ a = 1}`.
  private static func highlighted(_ code: String) -> String {
    var reader = LaTeXReader(code)
    var text = ""
    while let scalar = reader.next() {
      switch scalar {
      case "{", "}": continue
      case "\\": text += LaTeXCommands.symbols[reader.name()] ?? ""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.trimmingCharacters(in: .newlines)
  }

  private mutating func open(_ name: String) {
    if LaTeXCommands.lists.contains(name) {
      lists.append(name.contains("enum") ? 0 : nil)
      marker = nil
    } else if LaTeXCommands.quotations.contains(name) {
      writer.quoteDepth += 1
    } else if name == "abstract" {
      heading("Abstract", level: 2)
    } else if name == "frame", reader.peek == "{" {
      heading(plain(reader.argument()), level: 2)
    } else if LaTeXCommands.statements.contains(name) {
      text += name.prefix(1).uppercased() + name.dropFirst() + ": "
    }
  }

  private mutating func end(_ name: String) {
    flush()
    let base = name.filter { $0 != "*" }
    if LaTeXCommands.lists.contains(base) {
      marker = nil
      _ = lists.popLast()
      if lists.isEmpty { writer.endBlock() }
    } else if LaTeXCommands.quotations.contains(base), writer.quoteDepth > 0 {
      writer.quoteDepth -= 1
    }
  }

  private mutating func table(_ source: String, isSized: Bool) {
    flush()
    var inner = LaTeXReader(source)
    while inner.option() != nil {}
    if isSized { _ = inner.argument() }
    _ = inner.argument()
    var rows: [[String]] = [[]]
    var cell = ""
    while let scalar = inner.next() {
      switch scalar {
      case "%": inner.skipComment()
      case "&":
        rows[rows.count - 1].append(plain(cell))
        cell = ""
      case "{": cell += "{" + inner.upToBrace() + "}"
      case "\\" where inner.peek == "\\":
        _ = inner.next()
        _ = inner.option()
        rows[rows.count - 1].append(plain(cell))
        rows.append([])
        cell = ""
      case "\\":
        let name = inner.name()
        cell += "\\" + name + (name.count > 1 ? " " : "")
      default: cell.unicodeScalars.append(scalar)
      }
    }
    rows[rows.count - 1].append(plain(cell))
    if depth > 0 {
      text += rows.map { $0.joined(separator: " ") }.joined(separator: "; ")
    } else {
      marker = nil
      writer.table(rows)
    }
  }
}
