import ArgumentParser
import VectorStore

/// An argument that begins with a dash but is not an option, and may have been meant literally.
struct MistakenOption {
  /// The argument.
  let word: String
  /// The command line with the argument moved after `--`.
  let remedy: [String]

  /// Finds the first such argument that the parser rejects, but would accept after `--`.
  ///
  /// `-v` and `-what is this` are such arguments. `-h`, `--unknown` and `-limit` are not: the parser's own message
  /// helps more.
  init?(in arguments: [String]) {
    let words = Array(arguments.prefix { $0 != "--" })
    guard let command = words.first, ["ask", "encode", "search"].contains(command) else { return nil }
    // The parser itself reports a wrong or missing value.
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

  /// Whether the parser understood the arguments. If not, it throws, or returns the help command: `-what` contains `h`.
  static func isUnderstood(_ parsed: Result<any ParsableCommand, any Error>) -> Bool {
    guard case .success(let command) = parsed else { return false }
    return "\(type(of: command))" != "HelpCommand"
  }

  static func parsed(_ arguments: [String]) -> Result<any ParsableCommand, any Error> {
    Result { try RAG.parseAsRoot(arguments) }
  }

  /// The error message, one line.
  var message: String {
    let quoted = remedy.map(\.shellQuoted).joined(separator: " ")
    return "'\(word)' begins with a dash and is not an option: put -- before it, as in rag \(quoted)"
  }
}
