import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag eval --answers`: figures, kept results, misses and the drawing.
@Suite struct EvalAnswersTests {
  private let notes: Notes
  private let questions = """
    {"id": "bar", "question": "What is the tyre pressure of the bicycle?", "answer": "4.5 bar", "source": "bike.md"}
    {"id": "rye", "question": "With what is the starter fed?", "answer": "rye flour", "accept": ["rye"]}
    {"id": "opera", "question": "Who composed the opera Nabucco?", "answer": null}
    """
  private let answers = ["Tyre pressure: 4.5 bar in front.", "Feed the starter with oat flour.", "Verdi"]

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    try notes.folder.write(questions, to: "questions.jsonl")
    try notes.folder.write(questions, to: "set/questions.jsonl")
    try notes.folder.write(Notes.bike, to: "set/bike.md")
  }

  private func eval(_ arguments: String...) async -> BuiltProgram.Result {
    // Each question has its answer, in whatever order they are asked.
    let (questions, answers) = (["bicycle?", "starter fed?", "Nabucco?"], answers)
    let model = ScriptedLanguageModel { request in
      let prompt = request.messages.last?.content ?? ""
      guard request.options.maximumResponseTokens != 0, let number = questions.firstIndex(where: prompt.contains) else {
        return ""
      }
      return answers[number] + #""}"#
    }
    let program = ScriptedProgram(model: model, dataFolder: notes.home + "/data")
    return await program.run(["eval", "--answers"] + arguments)
  }

  @Test func aFileOfQuestionsIsAskedOfTheIndex() async throws {
    let result = await eval("--index", notes.index, "--misses", notes.folder.path + "/questions.jsonl")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.last?.hasPrefix("questions.jsonl          2     50 (9–91)") == true, "\(result)")
    #expect(result.errors.contains("rye  With what is the starter fed?\n"))
    #expect(result.errors.contains("    expected: rye\n") && !result.errors.contains("bar  What"))
  }

  @Test func resultsAreKeptAndTheCurveIsDrawn() async throws {
    let (kept, curve) = (notes.folder.path + "/kept.jsonl", notes.folder.path + "/curve.svg")
    let first = await eval("--results", kept, "--curve", curve, "--json", notes.folder.path + "/set")
    let second = await eval("--results", kept, "--json", notes.folder.path + "/set")
    #expect(first.status == 0 && first.output == second.output)
    #expect(try String(contentsOfFile: kept, encoding: .utf8).split(separator: "\n").count == 3)
    #expect(try String(contentsOfFile: curve, encoding: .utf8).contains("<polyline"))
  }

  @Test func optionsThatNeedAnswersSaySo() async throws {
    let result = try await notes.rag("eval", "--sample", "3", "set")
    #expect(result.status == 64 && result.errors.contains("need --answers"))
    for (layers, message) in [("x", "counted from 0"), ("3,", "counted from 0"), ("3", "needs --results")] {
      let result = await eval("--layers", layers, "set")
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
    let none = await eval(notes.folder.path + "/none")
    #expect(none.status == 2 && none.errors.contains("none is no set of questions: expected a folder with"))
    let curve = await eval("--curve", "/nowhere/curve.svg", notes.folder.path + "/set")
    #expect(curve.status == 2 && curve.errors.contains("give --curve a file in an existing folder"))
  }
}
