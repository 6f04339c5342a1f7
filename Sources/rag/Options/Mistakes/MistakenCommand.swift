import ArgumentParser
import VectorStore

/// An unknown command name, and what was probably meant.
struct MistakenCommand {
  /// The error message, one line.
  let message: String

  /// Finds an unknown word in place of a subcommand of `rag` or `rag models`.
  init?(in arguments: [String]) {
    var path = ["rag"]
    var commands = RAG.configuration.subcommands
    for word in arguments {
      let names = commands.map { $0._commandName }
      if let index = names.firstIndex(of: word) {
        path.append(word)
        commands = commands[index].configuration.subcommands
        if commands.isEmpty {
          guard word == "chat", let question = Self.question(in: arguments) else { return nil }
          message = "'rag chat' asks for each question: to ask only this one, run: rag ask \(question.shellQuoted)"
          return
        }
      } else if word.hasPrefix("-") {
        return nil
      } else if word == "help" {
        continue
      } else {
        let program = path.joined(separator: " ")
        message = "'\(word)' is not a \(program) command: \(Self.remedy(for: word, names, program))"
        return
      }
    }
    return nil
  }

  /// Returns the words that follow no option.
  private static func question(in arguments: [String]) -> String? {
    zip(arguments, arguments.dropFirst()).first { before, word in
      !before.hasPrefix("-") && word.contains(where: \.isWhitespace)
    }?.1
  }

  private static func remedy(for word: String, _ names: [String], _ program: String) -> String {
    if program == "rag", word.contains(where: \.isWhitespace) {
      return "to ask a question, run: rag ask \(word.shellQuoted)"
    }
    let begun = names.filter { !word.isEmpty && $0.hasPrefix(word) }
    let meant = begun.isEmpty ? [nearest(to: word, among: names)].compactMap(\.self) : begun
    guard !meant.isEmpty else { return "'\(program) --help' lists the commands" }
    return "did you mean \(meant.map { "'\(program) \($0)'" }.joined(separator: " or "))?"
  }

  /// Returns the name that a word was probably meant to be. Two letters may be wrong, but only one in a name of fewer
  /// than six.
  static func nearest(to word: String, among names: [String]) -> String? {
    names.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= ($0.name.count < 6 ? 1 : 2) }.min { $0.distance < $1.distance }?.name
  }

  /// Returns the fewest insertions, deletions, substitutions and swaps of adjacent letters (Damerau 1964).
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
