import Foundation
import TestSupport

/// A command in a document's `console` block, with what the block shows of it.
struct ConsoleTranscript: Sendable {
  /// The document and the line of the command.
  var place: String
  var command: String
  /// What stands below the command. A line `…` stands for any number of lines.
  var shown: [String] = []

  /// What is typed: lines that begin with a prompt.
  var typed: [String] { shown.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) } }

  /// What a model said: the lines below the command or a prompt, without the marks that code added; a word if no answer
  /// is shown.
  var replies: [String] {
    if shown.allSatisfy(\.isEmpty) { return ["Yes."] }
    let starts = typed.isEmpty ? [0] : shown.indices.filter { shown[$0].hasPrefix("> ") }.map { $0 + 1 }
    return starts.map { start in
      shown[start...].prefix { !$0.isEmpty }.joined(separator: "\n").replacing(#/ \[\d+\]/#, with: "")
    }
  }

  /// All that are in the documents whose commands are run.
  static func all() throws -> [ConsoleTranscript] {
    let docs = try FileManager.default.contentsOfDirectory(atPath: Repository.url.path + "/docs")
      .filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    return try (["README.md"] + docs.sorted()).flatMap(commands)
  }

  private static func commands(in document: String) throws -> [ConsoleTranscript] {
    let text = try String(contentsOf: Repository.url.appendingPathComponent(document), encoding: .utf8)
    var commands: [ConsoleTranscript] = []
    var isInside = false
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        commands.append(.init(place: "\(document):\(number + 1)", command: String(line.dropFirst(2))))
      } else if isInside, !commands.isEmpty {
        commands[commands.count - 1].shown.append(String(line))
      }
    }
    return commands
  }
}
