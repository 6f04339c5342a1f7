import ArgumentParser

/// A word of a command line that begins with a dash, is no option, and may have been meant as it stands.
struct MistakenOption {
  /// The word.
  let word: String
  /// The command line with the word behind `--`.
  let remedy: [String]

  /// Finds the first such word of a command line that the parser does not understand, but would if it stood behind `--`.
  ///
  /// `-v` and `-what is this` are such words; `-h` and `--unknown` are not: what the parser says of them helps more.
  init?(in arguments: [String]) {
    guard !Self.isUnderstood(arguments) else { return nil }
    let words = Array(arguments.prefix { $0 != "--" })
    let rest = arguments.dropFirst(words.count + 1)
    for (index, word) in words.enumerated() where Self.isMistaken(word) {
      let remedy = words[..<index] + words[(index + 1)...] + ["--", word] + rest
      guard Self.isUnderstood(Array(remedy)) else { continue }
      self.word = word
      self.remedy = Array(remedy)
      return
    }
    return nil
  }

  private static func isMistaken(_ word: String) -> Bool {
    word.hasPrefix("-") && word.count > 1 && word != "-h"
      && (!word.hasPrefix("--") || word.contains(where: \.isWhitespace))
  }

  /// The parser refuses what it does not understand, or takes it for a call for help: there is an `h` in `-what`.
  private static func isUnderstood(_ arguments: [String]) -> Bool {
    guard let command = try? RAG.parseAsRoot(arguments) else { return false }
    return "\(type(of: command))" != "HelpCommand"
  }

  /// One line for people.
  var message: String {
    let quoted = remedy.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
    return "'\(word)' begins with a dash and is no option: put -- before it, as in rag \(quoted.joined(separator: " "))"
  }
}
