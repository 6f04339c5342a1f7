import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag ask --batch`: many questions, one model and one open index.
@Suite struct AskBatchTests {
  private struct Line: Decodable {
    var id: String?
    var question, outcome: String
    var answer: String?
  }

  private let notes: Notes
  private let quoted = "Tyre pressure: 4.5 bar in front, 5 bar behind."

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
  }

  private func ask(_ arguments: String..., answers: [String]) async throws -> (BuiltProgram.Result, [Line]) {
    let program = ScriptedProgram(model: .answering(answers), dataFolder: notes.home + "/data")
    let result = await program.run(["ask", "--index", notes.index] + arguments)
    let lines = try result.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    return (result, lines)
  }

  @Test func eachQuestionGetsALine() async throws {
    let file = try notes.folder.write(
      """
      What is the tyre pressure of the bicycle?

      {"id": "two", "question": "Who composed the opera Nabucco?"}
        What is the tyre pressure in front?\r
      """, to: "questions.txt")
    let (result, lines) = try await ask("--batch", file, answers: [quoted, quoted])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(lines.map(\.id) == [nil, "two", nil] && lines.map(\.outcome) == ["answered", "notInNotes", "answered"])
    #expect(lines[2].question == "What is the tyre pressure in front?" && lines[2].answer?.contains("4.5 bar") == true)
  }

  @Test func aQuestionThatIsTooLongIsReportedAndTheOthersAreAnswered() async throws {
    let long = String(repeating: "tyre pressure ", count: 2_200)
    let file = try notes.folder.write("\(long)\nWhat is the tyre pressure of the bicycle?\n", to: "questions.txt")
    let (result, lines) = try await ask("--batch", file, answers: [quoted])
    #expect(result.status == 2 && lines.map(\.outcome) == ["answered"])
    let errors = result.errors.split(separator: "\n")
    #expect(
      errors.count == 2 && errors[0].hasPrefix("rag: \(file):1: ")
        && errors[1] == "rag: 1 of 2 questions could not be asked")
  }

  @Test func standardInputIsAFileToo() async throws {
    let result = try await notes.rag(
      ["ask", "--batch", "-"] + (try Notes.shallowModel), input: "Who composed the opera Nabucco?\n")
    #expect(result.status == 0 && result.output.split(separator: "\n").count == 1)
    #expect(result.output.contains(#""outcome":"notInNotes""#))
  }

  @Test func whatIsWrongWithTheFileIsSaidBeforeAModelIsLoaded() async throws {
    func errors(_ text: String, _ arguments: String...) async throws -> String {
      let file = try notes.folder.write(text, to: "questions.txt")
      let result = try await notes.rag(["ask", "--batch", file, "--model", "none"] + arguments)
      #expect(result.status == 2 || result.status == 64)
      return result.errors
    }
    #expect(try await errors("\n{\"ask\": 1}\n").contains("questions.txt:2: expected a question as text, or as {"))
    #expect(try await errors(" \n").contains("questions.txt has no questions: write one on each line"))
    #expect(try await errors("Why?", "Who?").contains("leave out the one in the command"))
    let missing = try await notes.rag("ask", "--batch", "none.txt")
    #expect(missing.errors == "rag: none.txt cannot be read: give --batch a file with one question on each line\n")
  }
}
