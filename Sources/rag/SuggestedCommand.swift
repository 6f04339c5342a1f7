import Foundation

/// A command that a message tells the user to run. It names the index that this run was told to use.
enum SuggestedCommand {
  /// The `--index` of this run; `nil` if it uses the index that is used without the option.
  @TaskLocal static var index: String?

  /// Returns a command, such as `rag index FOLDER` or `rag index --index other.sqlite FOLDER`.
  ///
  /// - Parameters:
  ///   - subcommand: A subcommand that has the option `--index`.
  ///   - arguments: What else is said, as a shell reads it.
  static func text(_ subcommand: String, _ arguments: String...) -> String {
    (["rag", subcommand] + (index.map { ["--index", $0.shellQuoted] } ?? []) + arguments).joined(separator: " ")
  }

  /// Returns a command in quotes, for the middle of a sentence.
  static func quoted(_ subcommand: String, _ arguments: String...) -> String {
    let command = text(subcommand)
    return "'" + ([command] + arguments).joined(separator: " ") + "'"
  }

  /// Returns the index that a command line names, of two the one that is read; `nil` if it names none, or the one that
  /// is used anyway.
  static func index(in arguments: [String]) -> String? {
    let words = Array(arguments.prefix { $0 != "--" })
    let option = words.first == "copy" ? "--from" : "--index"
    var path: String?
    for (place, word) in words.enumerated() {
      if word == option, place + 1 < words.count { path = words[place + 1] }
      if word.hasPrefix(option + "=") { path = String(word.dropFirst(option.count + 1)) }
    }
    return path == IndexOptions.pathWithoutOption ? nil : path
  }
}
