import Foundation

/// A word of a command line that begins with a dash, is no option, and may have been meant as it stands.
struct MistakenOption {
  /// The word.
  var word: String
  /// The command line with the word behind `--`.
  var remedy: [String]

  /// Finds the first such word of a command line that `parses` refuses, or takes for a call for help.
  ///
  /// `-v` and `-what is this` are such words; `-h` and `--unknown` are not: what the parser says of them helps more.
  init?(in arguments: [String], parses: ([String]) -> Bool) {
    let words = arguments.prefix { $0 != "--" }
    let rest = arguments.dropFirst(words.count)
    for (index, word) in words.enumerated() where index > 0 && Self.isMistaken(word) {
      let remedy = words[..<index] + words[(index + 1)...] + ["--", word] + rest.dropFirst()
      guard parses(Array(remedy)) else { continue }
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

  /// One line for people.
  var message: String {
    let quoted = remedy.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
    return "'\(word)' begins with a dash and is no option: put -- before it, as in rag \(quoted.joined(separator: " "))"
  }
}
