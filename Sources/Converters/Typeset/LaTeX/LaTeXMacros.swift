import Foundation

/// The commands that an author of LaTeX defines: what a name stands for is put in where it is used.
final class LaTeXMacros {
  private struct Macro {
    var text: String
    /// How many arguments it takes.
    var count = 0
    /// What the first argument is if it is not given in brackets.
    var option: String?
    /// The environments that it begins and leaves to another command to end, if their text is read as a whole.
    var begun: [String] = []
  }

  private var macros: [String: Macro] = [:]
  /// The commands that only end an environment, by its name.
  private var endings: [String: [String]] = [:]
  /// The commands that are defined, but not put in.
  private(set) var programs: Set<String> = []
  /// What the author defines with other packages.
  var glossary = LaTeXGlossary()
  /// How many characters may still be put in: a few definitions can stand for a text without end.
  private var budget: Int

  /// What may be put in, in characters: so many, and so many for each character of the document.
  private static let most = (always: 100_000, perCharacter: 20)
  /// What each use of a command costs beside its characters.
  private static let costOfUse = 16
  /// Commands that test, build or draw something, beside those that begin with `if`.
  private static let programming: Set = [
    "else", "fi", "csname", "expandafter", "futurelet", "loop", "IfNoValueTF", "IfNoValueT", "IfNoValueF", "IfValueTF",
    "IfValueT", "IfValueF", "IfBooleanTF", "IfBooleanT", "IfBooleanF", "tikz", "node", "draw", "foreach",
  ]

  /// How many arguments TeX gives a command.
  private static let mostArguments = 9

  /// Creates the macros of a document of so many characters.
  init(ofCharacters count: Int) { budget = Self.most.always + Self.most.perCharacter * count }

  /// Whether so many characters may be put in; then they are counted. Once none may, nobody counts them.
  func pays(_ count: @autoclosure () -> Int) -> Bool {
    guard budget > 0 else { return false }
    budget -= count() + Self.costOfUse
    return budget > 0
  }

  /// Returns what a command and its arguments stand for, or `nil` if it is not defined.
  func text(of name: String, from reader: inout LaTeXReader) -> String? {
    guard let macro = macros[name], macro.begun.allSatisfy({ endings[$0] != nil }),
      pays(macro.text.unicodeScalars.count)
    else { return nil }
    var arguments: [String] = []
    if let option = macro.option { arguments.append(reader.option() ?? option) }
    while arguments.count < macro.count { arguments.append(Self.separated(reader.argument())) }
    var text = String.UnicodeScalarView()
    var body = LaTeXReader(macro.text)
    while let scalar = body.next() {
      if scalar == "#", let sign = body.next() {
        // Two stand for the sign.
        guard let number = Int(String(sign)), number > 0, number <= arguments.count else {
          text.append(sign)
          continue
        }
        let argument = arguments[number - 1].unicodeScalars
        guard pays(argument.count) else { return arguments.joined(separator: " ") }
        for scalar in argument { text.append(scalar) }
      } else {
        text.append(scalar)
        if scalar == "\\", let next = body.next() { text.append(next) }
      }
    }
    return String(text)
  }

  /// Returns what a name stands for that takes no arguments.
  func text(of name: String) -> String? {
    guard let macro = macros[name], macro.count == 0, pays(macro.text.unicodeScalars.count) else { return nil }
    return macro.text
  }

  /// Returns the commands that end an environment: `\end{equation}`, and perhaps `\ee`.
  func ends(of environment: String) -> [String] {
    ["\\end{\(environment)}"] + (endings[environment] ?? []).map { "\\" + $0 }
  }

  // MARK: Definitions

  /// Reads the definition that a command begins, and returns whether it does begin one.
  func define(by command: String, from reader: inout LaTeXReader) -> Bool {
    switch command {
    case "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand": defineCommand(command, from: &reader)
    case "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand":
      defineDocumentCommand(from: &reader)
    case "def", "gdef", "edef", "xdef": definePlain(from: &reader)
    case "let":
      let name = Self.name(reader.argument())
      reader.skipSpace()
      _ = reader.skip("=")
      macros[name] = macros[Self.name(reader.argument())]
    case "DeclareSIUnit":
      _ = reader.option()
      define(Self.name(reader.argument()), Macro(text: reader.argument()))
    default: return false
    }
    return true
  }

  private func defineCommand(_ command: String, from reader: inout LaTeXReader) {
    reader.skipFiller()
    _ = reader.skip("*")
    let name = Self.name(reader.argument())
    reader.skipFiller()
    let count = reader.option().flatMap { Int($0) } ?? 0
    reader.skipFiller()
    let option = count > 0 ? reader.option() : nil
    let text = reader.argument(skippingComments: true)
    // A command of LaTeX, or of a package, that is changed or may be missing stays what it is.
    if command == "renewcommand" || command == "providecommand", (macros[name] != nil) != (command == "renewcommand") {
      return
    }
    define(name, Macro(text: text, count: count, option: option))
  }

  private func defineDocumentCommand(from reader: inout LaTeXReader) {
    let name = Self.name(reader.argument())
    var kinds = reader.argument().filter { !$0.isWhitespace && $0 != "+" && $0 != "!" }[...]
    let text = reader.argument(skippingComments: true)
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
      if scalar == "%" {
        reader.skipFiller()
      } else {
        // Without a text, it is no definition.
        guard scalar != "\n", let scalar = reader.next() else { return }
        parameters.unicodeScalars.append(scalar)
      }
    }
    let text = reader.argument(skippingComments: true)
    parameters.removeAll(where: \.isWhitespace)
    let count = parameters.count / 2
    // Arguments with other ends than braces are not read.
    guard parameters == (0..<count).map({ "#\($0 + 1)" }).joined() else { return }
    define(name, Macro(text: text, count: count))
  }

  private func define(_ name: String, _ macro: Macro) {
    var macro = macro
    macro.text = Self.separated(Self.trimmed(LaTeXReader.withoutComments(macro.text)))
    let environments = LaTeXReader.environments(of: macro.text)
    let draws = macro.text.contains("#") && environments.begun.contains(where: LaTeXCommands.dropped.contains)
    guard !name.isEmpty, !draws, (0...Self.mostArguments).contains(macro.count),
      !Self.isProgram(macro.text, named: name),
      macro.count == 0 || !macro.text.allSatisfy(\.isWhitespace)
    else {
      // Its arguments are text.
      macros[name] = nil
      programs.insert(name)
      return
    }
    if environments.begun.isEmpty, let ended = environments.ended.first, macro.text.stripped == "\\end{\(ended)}" {
      endings[ended, default: []].append(name)
    }
    macro.begun = environments.begun.filter { LaTeXCommands.isReadWhole($0) && !environments.ended.contains($0) }
    macros[name] = macro
  }

  private static func name(_ command: String) -> String {
    let name = command.trimmingCharacters(in: .whitespacesAndNewlines)
    return String(name.hasPrefix("\\") ? name.dropFirst() : name[...])
  }

  /// Returns a text with one space for the line ends and spaces at either end.
  private static func trimmed(_ text: String) -> String {
    let inner = text.stripped
    guard !inner.isEmpty else { return text.isEmpty ? "" : " " }
    return (text.first?.isWhitespace == true ? " " : "") + inner + (text.last?.isWhitespace == true ? " " : "")
  }

  /// Whether what a text stands for depends on how a program runs, or on itself.
  private static func isProgram(_ text: String, named own: String) -> Bool {
    guard text.contains("\\") else { return false }
    // A command of expl3 has underscores and a colon in its name.
    if text.contains(":"), text.contains("_"), text.contains(#/\\[A-Za-z]+_[a-z_]+:/#) { return true }
    var reader = LaTeXReader(text)
    while let scalar = reader.next() {
      guard scalar == "\\" else { continue }
      let name = reader.name()
      // Names with `@` are LaTeX's own; `\@` before a sign is a space.
      if name == "@", reader.peek?.properties.isAlphabetic == true { return true }
      if name == own || programming.contains(name) || name.hasPrefix("if") && name != "iff" { return true }
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
      for letter in name.unicodeScalars { result.append(letter) }
      // A brace or a bracket ends the name as well, and `\end{…}` is looked for without a space.
      guard name.first?.isLetter == true else { continue }
      if let next = reader.peek, next != "#", !next.properties.isAlphabetic { continue }
      result.append(" ")
    }
    return String(result)
  }
}

extension String {
  fileprivate var stripped: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
