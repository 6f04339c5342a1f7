import Foundation

/// Writes LaTeX as Markdown.
struct LaTeXWalk {
  var writer = MarkdownWriter()
  private(set) var title: String?
  var reader: LaTeXReader
  var text = ""
  /// The open lists; the last number of their items if they have any.
  var lists: [Int?] = []
  var marker: String?
  /// The open groups in braces: whether each is an argument of a command that nobody defines.
  private var groups: [Bool] = []
  /// Whether the group that comes next is one.
  private var isArgument = false
  private var isTitleWritten = false
  /// What stands below the title.
  private var titleLines: [String] = []
  let macros: LaTeXMacros
  let depth: Int

  /// How deep arguments may contain one another.
  private static let deepest = 40

  /// Prepares to write the text that follows a preamble.
  init(_ text: some StringProtocol, preamble: LaTeXPreamble) {
    self.init(text, macros: preamble.macros, depth: 0)
    title = preamble.title.map(plain)
    titleLines = preamble.lines
  }

  private init(_ text: some StringProtocol, macros: LaTeXMacros, depth: Int) {
    reader = LaTeXReader(text)
    self.macros = macros
    self.depth = depth
  }

  /// Returns the text of an argument on one line.
  func plain(_ argument: String) -> String {
    guard depth < Self.deepest else { return argument.replacing(#/\\[A-Za-z]+|[{}\\]/#, with: "") }
    var walk = LaTeXWalk(argument, macros: macros, depth: depth + 1)
    walk.readAll()
    return walk.text
  }

  mutating func write() {
    readAll()
    flush()
  }

  private mutating func readAll() {
    while let scalar = reader.next() {
      switch scalar {
      case "%": reader.skipComment()
      case "\\": command(reader.name())
      case "{":
        groups.append(isArgument)
        isArgument = false
      case "}":
        // The arguments of a command that nobody defines stand apart.
        guard groups.popLast() == true, reader.peek == "{" else { continue }
        text += " "
        isArgument = true
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
      guard let formula = reader.restOfFormula() else { return text += "$" }
      inline(formula)
    }
  }

  private mutating func inline(_ formula: String) {
    text += LaTeXMath.plain(formula) ?? "$" + Self.unlabeled(formula) + "$"
  }

  mutating func displayed(_ formula: String) {
    let formula = Self.unlabeled(formula)
    // Within an argument there are no blocks.
    if depth > 0 { text += " $" + formula + "$ " } else { code(formula, language: "latex") }
  }

  /// Returns a formula without its name, which other places refer to it by.
  private static func unlabeled(_ formula: String) -> String {
    formula.contains("\\label") ? formula.replacing(#/\\label\h*\{[^{}]*\}/#, with: "") : formula
  }

  mutating func code(_ code: String, language: String) {
    flush()
    marker = nil
    writer.code(code, language: language)
  }

  mutating func flush() {
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
    case "maketitle", "titlepage", "makecvtitle": makeTitle()
    case "\\":
      _ = reader.skip("*")
      _ = reader.option()
      text += "\n"
    case "[": displayed(reader.upTo("\\]"))
    case "(": inline(reader.upTo("\\)"))
    default: wording(name)
    }
  }

  private mutating func wording(_ name: String) {
    switch name {
    case "title":
      _ = reader.option()
      title = plain(reader.argument())
      isTitleWritten = false
    case _ where LaTeXCommands.titleLines.contains(name):
      _ = reader.option()
      paragraph(reader.argument())
    case "and", "And", "AND":
      while text.last?.isWhitespace == true { text.removeLast() }
      text += ", "
    case "footnote", "footnotetext":
      _ = reader.option()
      text += " (" + plain(reader.argument()) + ")"
    case "url", "path", "nolinkurl": text += reader.argument()
    case "caption", "captionof":
      _ = reader.skip("*")
      _ = reader.option()
      if name == "captionof" { _ = reader.argument() }
      paragraph(reader.argument())
    case "verb", "lstinline":
      _ = reader.skip("*")
      _ = reader.option()
      verbatim()
    case "iffalse": _ = reader.upTo(["\\fi", "\\else"])
    case "mintinline":
      _ = reader.option()
      _ = reader.argument()
      verbatim()
    case "nicefrac", "sfrac", "tfrac", "frac": text += plain(reader.argument()) + "/" + plain(reader.argument())
    case "cmidrule":
      if reader.skip("(") { _ = reader.upTo(")") }
      _ = reader.argument()
    case "setbeamertemplate":
      _ = (reader.argument(), reader.option())
      if reader.peek == "{" { _ = reader.argument() }
    case "newtheorem":
      _ = reader.skip("*")
      _ = (reader.argument(), reader.option(), reader.argument(), reader.option())
    // The option, if there is one, says what it links to.
    case "hyperref": if reader.option() == nil { skipArguments(3, beforeText: true) }
    case "texorpdfstring":
      text += plain(reader.argument())
      _ = reader.argument()
    case "multicolumn":
      _ = reader.argument()
      _ = reader.argument()
      text += plain(reader.argument())
    case "printglossary", "printglossaries", "printacronyms", "printnoidxglossary", "printnoidxglossaries":
      _ = reader.option()
      writeGlossary()
    case "xspace": if !reader.isAtEndOfWord { text += " " }
    default:
      if macros.define(by: name, from: &reader) || macros.glossary.define(by: name, from: &reader) { return }
      if let inserted = macros.text(of: name, from: &reader) { reader.insert(inserted) } else { other(name) }
    }
  }

  /// Writes what a command that nobody defines is likely to mean.
  private mutating func other(_ name: String) {
    if let arguments = LaTeXUnits.commands[name] { return quantity(arguments) }
    if LaTeXCommands.abbreviations[name.lowercased()] != nil {
      _ = reader.skip("*")
      _ = reader.option()
      let key = reader.argument()
      let known = macros.glossary.text(by: name, key: key)
      text += known.flatMap { macros.pays($0.count) ? plain($0) : nil } ?? key
    } else if name == "acro" {
      acronym()
    } else if name.lowercased().contains("cite") {
      _ = reader.skip("*")
      while reader.option() != nil {}
      text += "[" + reader.argument() + "]"
    } else if name.hasSuffix("ref") {
      text += reader.argument()
    } else {
      // Its arguments are text.
      _ = reader.skip("*")
      if LaTeXCommands.overlaid.contains(name), reader.skip("<") { _ = reader.upTo(">") }
      _ = reader.option()
      isArgument = reader.peek == "{"
      // Such as \ecoli{}, which another file defines.
      if reader.isAtEmptyGroup, !LaTeXCommands.layout.contains(name), !macros.programs.contains(name) { text += name }
    }
  }

  private mutating func verbatim() {
    guard let end = reader.next() else { return }
    text += reader.upTo(end == "{" ? "}" : String(end))
  }

  /// Reads an abbreviation in the list that the package acronym writes: `\acro{dna}[DNA]{deoxyribonucleic acid}`.
  private mutating func acronym() {
    let key = reader.argument()
    let short = reader.option() ?? key
    guard reader.peek == "{" else { return text += plain(short) }
    macros.glossary.add(key, short: short, long: reader.argument())
  }

  private mutating func quantity(_ arguments: [LaTeXUnits.Argument]) {
    let option = reader.option()
    var parts = arguments.map { ($0, $0 == .unit ? "" : reader.argument()) }
    if parts.last?.0 == .unit {
      // A unit may have an option before it.
      if parts.count > 1 { _ = reader.option() }
      parts[parts.count - 1].1 = reader.argument()
    }
    // Older packages write `\unit[2]{mL}` and `\unit{2}{\milli\litre}`.
    if arguments == [.unit] {
      if let option, !option.contains("=") {
        parts.insert((.number, option), at: 0)
      } else if reader.peek == "{", option == nil {
        parts = [(.number, parts[0].1), (.unit, reader.argument())]
      }
    }
    for (index, (kind, argument)) in parts.enumerated() {
      let part = LaTeXUnits.text(of: argument, as: kind, macros: macros)
      if index > 0, !part.isEmpty, part != "°" { text += kind == .end ? " to " : " " }
      text += part
    }
  }

  mutating func paragraph(_ argument: String) {
    flush()
    text += plain(argument)
    flush()
  }

  /// Writes the list of abbreviations and terms if it was not written yet.
  mutating func writeGlossary() {
    guard depth == 0 else { return }
    flush()
    for entry in macros.glossary.takeList() { writer.item(plain(entry), depth: 0, marker: "-") }
    writer.endBlock()
  }

  private mutating func makeTitle() {
    // Slides may show it anew.
    guard !isTitleWritten else { return }
    isTitleWritten = true
    heading(title ?? "", level: 1)
    for line in titleLines { paragraph(line) }
    titleLines = []
  }

  private mutating func skipArguments(_ count: Int, beforeText isBeforeText: Bool = false) {
    _ = reader.skip("*")
    while reader.option() != nil {}
    for number in 0..<count {
      _ = reader.argument()
      if isBeforeText || number < count - 1 { while reader.option() != nil {} }
    }
  }

  mutating func heading(_ level: Int) {
    _ = reader.skip("*")
    _ = reader.option()
    heading(plain(reader.argument()), level: level)
  }

  mutating func heading(_ words: String, level: Int) {
    flush()
    if depth > 0 { text += words } else { writer.heading(words, level: level) }
  }

  private mutating func item() {
    flush()
    if reader.skip("<") { _ = reader.upTo(">") }
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
}
