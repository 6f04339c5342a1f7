import Foundation

/// The commands that an author of LaTeX defines: what a name stands for is put in where it is used.
final class LaTeXMacros {
  private struct Macro {
    var text: String
    /// How many arguments it takes.
    var count = 0
    /// What the first argument is if it is not given in brackets.
    var option: String?
  }

  private var macros: [String: Macro] = [:]
  /// Short and long forms of abbreviations by their keys.
  private var abbreviations: [String: (short: String, long: String)] = [:]
  /// What a list of the abbreviations and terms says, in the order of their definitions.
  private var glossary: [String] = []
  /// The keys of abbreviations that were written once.
  private var written: Set<String> = []
  /// How many characters may still be put in: a few definitions can stand for a text without end.
  private var left: Int

  /// What each use of a command costs beside its characters.
  private static let costOfUse = 16
  /// Commands that test or build something, beside those that begin with `if`.
  private static let programming: Set = [
    "else", "fi", "csname", "expandafter", "futurelet", "loop", "IfNoValueTF", "IfNoValueT", "IfNoValueF", "IfValueTF",
    "IfValueT", "IfValueF", "IfBooleanTF", "IfBooleanT", "IfBooleanF",
  ]

  /// What may be put in, in characters: so many, and so many for each character of the document.
  private static let most = (always: 100_000, perCharacter: 20)

  /// Creates the macros of a document of so many characters.
  init(ofCharacters count: Int) { left = Self.most.always + Self.most.perCharacter * count }

  /// Reads the definition that a command begins, and returns whether it does begin one.
  func define(by command: String, from reader: inout LaTeXReader) -> Bool {
    switch command {
    case "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand": defineCommand(command, from: &reader)
    case "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand":
      defineDocumentCommand(from: &reader)
    case "def", "gdef", "edef", "xdef": definePlain(from: &reader)
    case "newacronym":
      _ = reader.option()
      add(reader.argument(), short: reader.argument(), long: reader.argument())
    case "acrodef":
      let key = reader.argument()
      add(key, short: reader.option() ?? key, long: reader.argument())
    case "DeclareAcronym", "newglossaryentry": defineEntry(from: &reader)
    case "DeclareSIUnit":
      _ = reader.option()
      define(Self.name(reader.argument()), Macro(text: reader.argument()))
    default: return false
    }
    return true
  }

  /// Returns what a command and its arguments stand for, or `nil` if it is not defined.
  func text(of name: String, from reader: inout LaTeXReader) -> String? {
    guard let macro = macros[name] else { return nil }
    var arguments: [String] = []
    if let option = macro.option { arguments.append(reader.option() ?? option) }
    while arguments.count < macro.count { arguments.append(reader.argument()) }
    left -= macro.text.unicodeScalars.count + Self.costOfUse
    guard left > 0 else { return "" }
    guard macro.text.contains("#") else { return macro.text }
    var text = String.UnicodeScalarView()
    var reader = LaTeXReader(macro.text)
    while let scalar = reader.next() {
      if scalar == "#", let sign = reader.next() {
        // Two stand for the sign.
        guard let number = Int(String(sign)), number > 0, number <= arguments.count else {
          text.append(sign)
          continue
        }
        let argument = Self.separated(arguments[number - 1]).unicodeScalars
        left -= argument.count
        guard left > 0 else { return "" }
        text.append(contentsOf: argument)
      } else {
        text.append(scalar)
        if scalar == "\\", let next = reader.next() { text.append(next) }
      }
    }
    return String(text)
  }

  /// Returns what a name stands for that takes no arguments.
  func text(of name: String) -> String? {
    guard let macro = macros[name], macro.count == 0 else { return nil }
    left -= macro.text.unicodeScalars.count + Self.costOfUse
    return left > 0 ? macro.text : ""
  }

  /// Returns an abbreviation as a command of glossaries, acro or acronym writes it; `nil` if it is no such command or
  /// the key is not defined.
  func abbreviation(by command: String, key: String) -> String? {
    guard let form = LaTeXCommands.abbreviations[command.lowercased()], let (short, long) = abbreviations[key] else {
      return nil
    }
    left -= short.unicodeScalars.count + long.unicodeScalars.count + Self.costOfUse
    guard left > 0 else { return "" }
    let ending = command.hasSuffix("pl") || command.hasSuffix("acp") ? "s" : ""
    let isFirst = written.insert(key).inserted
    if long.isEmpty || form == .short || form == .usual && !isFirst { return short + ending }
    return long + ending + (form == .long ? "" : " (\(short)\(ending))")
  }

  // MARK: Definitions

  private func defineCommand(_ command: String, from reader: inout LaTeXReader) {
    _ = reader.skip("*")
    let name = Self.name(reader.argument())
    let count = reader.option().flatMap { Int($0) } ?? 0
    let option = count > 0 ? reader.option() : nil
    let text = reader.argument()
    // LaTeX's own commands are read as LaTeX defines them.
    if command == "renewcommand" || command == "providecommand", (macros[name] != nil) != (command == "renewcommand") {
      return
    }
    define(name, Macro(text: text, count: count, option: option))
  }

  private func defineDocumentCommand(from reader: inout LaTeXReader) {
    let name = Self.name(reader.argument())
    var kinds = reader.argument().filter { !$0.isWhitespace }[...]
    let text = reader.argument()
    var option: String?
    if kinds.hasPrefix("o") {
      kinds = kinds.dropFirst()
      option = ""
    } else if let found = kinds.prefixMatch(of: #/O\{([^{}]*)\}/#) {
      kinds = kinds[found.range.upperBound...]
      option = String(found.output.1)
    }
    guard kinds.allSatisfy({ $0 == "m" }) else { return }
    define(name, Macro(text: text, count: kinds.count + (option == nil ? 0 : 1), option: option))
  }

  private func definePlain(from reader: inout LaTeXReader) {
    let name = Self.name(reader.argument())
    var parameters = ""
    while let scalar = reader.peek, scalar != "{" {
      // Without a text, it is no definition.
      guard scalar != "\n", let scalar = reader.next() else { return }
      parameters.unicodeScalars.append(scalar)
    }
    let text = reader.argument()
    parameters.removeAll(where: \.isWhitespace)
    let count = parameters.count / 2
    // Arguments with other ends than braces are not read.
    guard parameters == (0..<count).map({ "#\($0 + 1)" }).joined() else { return }
    define(name, Macro(text: text, count: count))
  }

  private func define(_ name: String, _ macro: Macro) {
    guard !name.isEmpty, !Self.isProgram(macro.text) else {
      macros[name] = nil
      return
    }
    macros[name] = macro
    macros[name]?.text = Self.separated(macro.text)
  }

  /// Whether what a text stands for depends on how a program runs.
  private static func isProgram(_ text: String) -> Bool {
    guard text.contains("\\") else { return false }
    var reader = LaTeXReader(text)
    while let scalar = reader.next() {
      guard scalar == "\\" else { continue }
      let name = reader.name()
      // Names with `@` are LaTeX's own; `\@` before a sign is a space.
      if name == "@", reader.peek?.properties.isAlphabetic == true { return true }
      if programming.contains(name) || name.hasPrefix("if") && name != "iff" { return true }
    }
    return false
  }

  /// Returns a text with a space after each command, or what comes next could become a part of its name.
  private static func separated(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var reader = LaTeXReader(text)
    var result = String.UnicodeScalarView()
    while let scalar = reader.next() {
      result.append(scalar)
      guard scalar == "\\" else { continue }
      let name = reader.name()
      result.append(contentsOf: name.unicodeScalars)
      // A brace or a bracket ends the name as well, and `\end{…}` is looked for without a space.
      guard name.first?.isLetter == true else { continue }
      if let next = reader.peek, next != "#", !next.properties.isAlphabetic { continue }
      result.append(" ")
    }
    return String(result)
  }

  /// Reads an entry of acro or glossaries: a key, and fields such as `short = PCR, long = {…}`.
  private func defineEntry(from reader: inout LaTeXReader) {
    let key = reader.argument()
    let fields = LaTeXReader.fields(of: reader.argument())
    guard let short = fields["short"] ?? fields["name"] else { return }
    let description = fields["description"].map { fields["long"] == nil ? $0 : " – " + $0 } ?? ""
    add(key, short: short, long: fields["long"] ?? "", description: description)
  }

  private func add(_ key: String, short: String, long: String, description: String = "") {
    abbreviations[key] = (short, long)
    if !(long + description).isEmpty { glossary.append("\(short): \(long)\(description)") }
  }

  /// Returns the list of abbreviations and terms if it was not written yet.
  func takeGlossary() -> [String] {
    defer { glossary = [] }
    return glossary
  }

  private static func name(_ command: String) -> String {
    let name = command.trimmingCharacters(in: .whitespacesAndNewlines)
    return String(name.hasPrefix("\\") ? name.dropFirst() : name[...])
  }
}
