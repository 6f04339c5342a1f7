import Foundation
import TestSupport
import Testing

/// The same answer on a terminal, in a pipe and as JSON, with the smallest model.
@Suite(.serialized) struct AnswerScreenTests {
  private struct Answered: Decodable { var answer: String? }

  private let notes: Notes

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
  }

  /// Runs `rag` on a terminal of its own, and returns what it prints to it; standard error goes elsewhere.
  private func onTerminal(_ arguments: [String], columns: Int) async throws -> String {
    let words = ([BuiltProgram.path] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
    let command = "stty cols \(columns); exec \(words.joined(separator: " ")) 2> errors"
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/script", ["-qec", command, "/dev/null"],
      environment: notes.environment.merging(["NO_COLOR": "1", "SHELL": "/bin/sh"]) { $1 }, in: notes.folder.path)
    return result.output.replacing("\r\n", with: "\n")
  }

  @Test(arguments: [
    (["--no-retrieval"], "Write a list of five things to pack for Iceland, one on each line."),
    (["--no-retrieval"], "Write a Python program that prints the numbers from 1 to 3, in a code block."),
    ([], "List the tyre pressures of the bicycle, one on each line."),
  ])
  func aTerminalAPipeAndJSONHoldTheSameText(options: [String], question: String) async throws {
    let arguments = ["ask", "--reply-tokens", "64"] + (try Notes.smallModel) + options
    let json = try await notes.rag(arguments + ["--json", question])
    let answer = try #require(try JSONDecoder().decode(Answered.self, from: Data(json.output.utf8)).answer)
    #expect(!answer.isEmpty)
    if options.isEmpty == false { #expect(answer.contains("\n"), "an answer of one line proves little") }
    let pipe = try await notes.rag(arguments + [question])
    #expect(pipe.output.hasPrefix(answer + "\n"))
    let columns = 32
    let terminal = try await onTerminal(arguments + [question], columns: columns)
    func unspaced(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    #expect(unspaced(terminal) == unspaced(pipe.output))
    var inCode = false
    for line in terminal.split(separator: "\n") {
      if line.hasPrefix("```") { inCode.toggle() }
      let isOneWord = !line.drop(while: \.isWhitespace).contains(" ")
      // What is not the answer nor a shown line is short: places and flags.
      #expect(inCode || isOneWord || line.count <= columns || line.contains(".md:"), "\(line)")
    }
  }
}
