import ArgumentParser
import VectorStore

/// A word of a command line that begins with a dash, is no option, and may have been meant as it stands.
struct MistakenOption {
  /// The word.
  let word: String
  /// The command line with the word behind `--`.
  let remedy: [String]

  /// Finds the first such word of a command line that the parser does not understand, but would if it stood behind
  /// `--`.
  ///
  /// `-v` and `-what is this` are such words; `-h`, `--unknown` and `-limit` are not: what the parser says of them
  /// helps more.
  init?(in arguments: [String]) {
    let words = Array(arguments.prefix { $0 != "--" })
    guard let command = words.first, ["ask", "encode", "search"].contains(command) else { return nil }
    // Of a wrong value, or one that is missing, the parser says so.
    if case .failure(let error) = Self.parsed(arguments) {
      let message = RAG.message(for: error)
      guard message.contains("Unknown option") || message.contains("Missing expected argument") else { return nil }
    }
    let rest = arguments.dropFirst(words.count + 1)
    for (index, word) in words.enumerated() where Self.isMistaken(word) {
      let remedy = words[..<index] + words[(index + 1)...] + ["--", word] + rest
      let option = words[..<index] + ["-" + word] + words[(index + 1)...]
      guard !Self.isUnderstood(Self.parsed(Array(option))), Self.isUnderstood(Self.parsed(Array(remedy))) else {
        continue
      }
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
  static func isUnderstood(_ parsed: Result<any ParsableCommand, any Error>) -> Bool {
    guard case .success(let command) = parsed else { return false }
    return "\(type(of: command))" != "HelpCommand"
  }

  static func parsed(_ arguments: [String]) -> Result<any ParsableCommand, any Error> {
    Result { try RAG.parseAsRoot(arguments) }
  }

  /// One line for people.
  var message: String {
    let quoted = remedy.map(\.shellQuoted).joined(separator: " ")
    return "'\(word)' begins with a dash and is not an option: put -- before it, as in rag \(quoted)"
  }
}
