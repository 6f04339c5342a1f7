import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag calibrate`, and what ask and status say after it.
@Suite struct CalibrateCommandTests {
  private let notes: Notes
  private let boxes = BoxNotes()

  init() async throws {
    notes = try Notes()
    try boxes.write(to: notes.folder)
    _ = try await notes.rag("index", notes.notes)
  }

  private func rag(_ arguments: String..., model: ScriptedLanguageModel? = nil) async -> BuiltProgram.Result {
    await ScriptedProgram(model: model ?? boxes.model(), dataFolder: notes.home + "/data").run(
      arguments.prefix(1) + ["--index", notes.index] + arguments.dropFirst())
  }

  @Test func answersKeepToTheRiskThatWasAllowed() async throws {
    let early = await rag("ask", "--max-risk", "20%", "How heavy is the lid of the amber box?")
    #expect(early.status == 2 && early.errors.contains("has not been measured: run: rag calibrate"), "\(early)")

    let file = notes.folder.path + "/results.jsonl"
    let measured = await rag("calibrate", "--questions", "40", "--results", file)
    #expect(measured.status == 0, "\(measured)")
    #expect(measured.output.contains("40 questions, 50 % of them with an answer in the notes; 50 % answered rightly\n"))
    #expect(measured.output.contains("  at most 5 % wrong: cannot be promised\n"))
    #expect(measured.output.contains(" of the questions answered\n"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 40)

    let given = await rag("ask", "--max-risk", "0.2", "How heavy is the lid of the amber box?")
    #expect(given.status == 0 && given.output.contains("317 grams [1]") && given.output.contains("Likely right: "))
    let withheld = await rag("ask", "--max-risk", "20 %", "How heavy is the lid of the purple box?")
    #expect(withheld.output.contains("Not sure enough to answer.") && !withheld.output.contains("grams ["))
    let json = await rag("ask", "--json", "How heavy is the lid of the amber box?")
    #expect(json.output.contains(#""probability":0."#))

    let status = try await notes.rag("status")
    #expect(status.output.contains("scripted, encoder all-MiniLM-L6-v2: answers "), "\(status)")
    #expect(status.output.contains(" wrong (90 % confidence, 40 questions, "))
    // A second run has nothing to ask, until it starts over.
    let count = boxes.answered.all.count
    _ = await rag("calibrate", "--questions", "40", "--json")
    #expect(boxes.answered.all.count == count)
    _ = await rag("calibrate", "--questions", "40", "--again")
    #expect(boxes.answered.all.count == count + 40)
    let unattainable = await rag("ask", "--max-risk", "1%", "How heavy is the lid of the amber box?")
    #expect(
      unattainable.errors.contains(
        "at most 1 % wrong cannot be promised after an exam of 40 questions: raise --max-risk"),
      "\(unattainable)")
  }

  @Test func mistakesAreNamed() async throws {
    for risk in ["5", "0", "100%", "low", "-1%"] {
      let result = await rag("ask", "--max-risk", risk, "Why?")
      #expect(result.status == 64 && result.errors.contains("such as 5% or 0.05"), "\(result)")
    }
    let schema = await rag("ask", "--max-risk", "5%", "--tool", "Why?")
    #expect(schema.status == 64 && schema.errors.contains("--max-risk is for answers of text"))
    let few = await rag("calibrate", "--questions", "3")
    #expect(few.status == 64 && few.errors.contains("--questions must be at least 40"))
    let lost = await rag("calibrate", "--results", "/nowhere/results.jsonl")
    #expect(lost.status == 2 && lost.errors.contains("give --results a file in an existing folder"))
    let silent = ScriptedLanguageModel { _ in "" }
    let none = await rag("calibrate", "--questions", "40", model: silent)
    #expect(none.status == 2 && none.errors.contains("fewer than 40 questions could be written"), "\(none)")
  }
}
