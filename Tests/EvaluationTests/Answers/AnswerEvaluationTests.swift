import Evaluation
import Foundation
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

@Suite struct AnswerEvaluationTests {
  private let folder: TemporaryFolder
  private let asked = Recorded<String>()

  init() throws { folder = try TemporaryFolder() }

  private static let set = AnswerSet(
    name: "notes",
    questions: [
      AnswerSet.Question(
        id: "bar", text: "What is the tyre pressure of the bicycle?", isAnswerable: true, answers: ["4.5 bar"],
        accepted: [["4.5"]], places: [AnswerSet.Place(path: "bike.md", lines: 3...3)]),
      AnswerSet.Question(
        id: "keys", text: "How often are the signing keys rotated?", isAnswerable: true, answers: ["every 90 days"],
        accepted: [["90 days"]], places: [AnswerSet.Place(path: "keys.md")]),
      AnswerSet.Question(id: "opera", text: "Who composed the opera Nabucco?", isAnswerable: false),
    ],
    notes: .files([
      AnswerSet.File(path: "bike.md", text: "# Bike\n\nThe tyre pressure of the bicycle is 4.5 bar.\n"),
      AnswerSet.File(path: "keys.md", text: "# Keys\n\nThe signing keys are rotated every 90 days.\n"),
    ]))

  /// A model with one answer for each question, which doubts what `doubts` says.
  private func model(
    _ answers: [String: String], doubting doubted: String? = nil
  ) -> ScriptedLanguageModel {
    let asked = asked
    return ScriptedLanguageModel(scores: { request, candidate in
      let isDoubted = doubted.map { request.messages.last?.content.contains($0) == true } ?? false
      return ["Yes": isDoubted ? 0 : 10, "No": 5][candidate] ?? -100
    }) { request in
      if request.options.maximumResponseTokens == 0 { return "" }
      let prompt = request.messages.last?.content ?? ""
      asked.append(prompt)
      let answer = answers.first { prompt.contains($0.key) }?.value ?? "nothing"
      return String(decoding: try JSONEncoder().encode(answer), as: UTF8.self).dropFirst() + "}"
    }
  }

  private static let right = [
    "pressure of the bicycle?": "The tyre pressure of the bicycle is 4.5 bar.",
    "keys rotated?": "The signing keys are rotated every 90 days.", "Nabucco?": "Verdi",
  ]

  private func results(
    of set: AnswerSet = set, _ model: ScriptedLanguageModel, file: String? = nil
  ) async throws -> [AnswerResult] {
    try await AnswerEvaluation(of: set, using: model).run(
      encoder: HashingEncoder(), keeping: file.map { folder.path + "/" + $0 })
  }

  @Test func rightAnswersRightLinesAndARefusal() async throws {
    let results = try await results(model(Self.right))
    #expect(results.map(\.id) == ["bar", "keys", "opera"])
    #expect(results.map(\.ending) == [.answered, .answered, .refused])
    #expect(results.map(\.isRight) == [true, true, false] && results.map(\.isMiss) == [false, false, false])
    #expect(results.map(\.citesRight) == [true, true, nil])
    #expect(results[0].sources == ["bike.md:3"] && results[2].refusal == .topic && results[2].sources.isEmpty)
  }

  @Test func wrongAnswersAreMissesAndOtherLinesAreWrong() async throws {
    var set = Self.set
    set.questions[0].accepted = [["6 bar"]]
    set.questions[0].answers = ["6 bar"]
    set.questions[0].places[0].lines = 4...5
    let results = try await results(of: set, model(Self.right))
    #expect(results[0].isMiss && results[0].match?.contains == false)
    #expect(results[0].sources == ["bike.md:3"] && results[0].citesRight == false)
  }

  @Test func whatARefusalWithheldIsJudgedToo() async throws {
    var options = AnswerOptions()
    options.refusalThresholds = RefusalThresholds(refuseBelow: 0, unsureBelow: 1)
    let results = try await AnswerEvaluation(
      of: Self.set, using: model(Self.right, doubting: "keys rotated?"), options: options
    ).run(encoder: HashingEncoder())
    let (keys, opera) = (results[1], results[2])
    #expect(!keys.isShown && keys.probeScore == -5)
    #expect(keys.isRight && keys.isMiss && keys.answer.contains("90 days"))
    #expect(opera.ending == .refused && opera.answer.contains("Verdi") && opera.probeScore == 5)
    #expect(AnswerFigures(of: results).right?.value == 0.5)
  }

  @Test func theSetsFilterDecidesWhichNotesAreUsed() async throws {
    var set = Self.set
    set.questions[0].filter.paths = ["keys.md"]
    let results = try await results(of: set, model(Self.right))
    #expect(asked.all.filter { $0.contains("of the bicycle?") }.allSatisfy { !$0.contains("4.5 bar") })
    #expect(!results[0].sources.contains("bike.md:3"))
  }

  @Test func layersAreKeptForBothPrompts() async throws {
    var options = AnswerOptions(replyTokens: 4, refusalThresholds: RefusalThresholds(refuseBelow: -99, unsureBelow: 0))
    options.layers = [7, 20]
    let file = folder.path + "/kept.jsonl"
    let model = try await SmolLM2.load(contextSize: 1024)
    let set = AnswerSet(name: "notes", questions: Array(Self.set.questions.prefix(1)), notes: Self.set.notes)
    _ = try await AnswerEvaluation(of: set, using: model, options: options).run(
      encoder: HashingEncoder(), keeping: file)
    // A second run reads the file.
    let result = try #require(
      try await AnswerEvaluation(of: set, using: model, options: options).run(encoder: HashingEncoder(), keeping: file)
        .first)
    let layers = try #require(result.activations)
    #expect(Set(layers.keys) == ["probe 7", "probe 20", "answer 7", "answer 20"])
    #expect(Set(layers.values).count == 4 && layers.values.allSatisfy { $0.count == 576 * 4 })
    #expect(try #require(result.logProbability) < 0 && result.replyTokens == 4)
  }

  @Test func anInterruptedRunGoesOn() async throws {
    let first = AnswerSet(name: "notes", questions: Array(Self.set.questions.prefix(1)), notes: Self.set.notes)
    let whole = try await results(model(Self.right))
    _ = try await results(of: first, model(Self.right), file: "kept.jsonl")
    // A line that was not written completely.
    let kept = folder.path + "/kept.jsonl"
    let file = try #require(FileHandle(forWritingAtPath: kept))
    try file.seekToEnd()
    try file.write(contentsOf: Data(#"{"settings":"#.utf8))
    let before = asked.all.count
    let continued = try await results(model(Self.right), file: "kept.jsonl")
    #expect(asked.all.dropFirst(before).allSatisfy { !$0.contains("of the bicycle?") })
    #expect(continued.map(\.id) == whole.map(\.id) && continued.map(\.answer) == whole.map(\.answer))
    let lines = try String(contentsOfFile: kept, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3)
    // Nothing is left to ask.
    let after = asked.all.count
    _ = try await results(model([:]), file: "kept.jsonl")
    #expect(asked.all.count == after)
  }

  @Test func resultsOfOtherSettingsAreNotMixed() async throws {
    _ = try await results(model(Self.right), file: "kept.jsonl")
    var other = Self.set
    other.notes = .files([AnswerSet.File(path: "bike.md", text: "The bicycle was sold.")])
    let error = await #expect(throws: EvaluationError.self) {
      _ = try await results(of: other, model(Self.right), file: "kept.jsonl")
    }
    #expect(error?.localizedDescription.contains("has results of other settings") == true)
    // Another set may use the same file.
    other.name = "other"
    #expect(try await results(of: other, model(Self.right), file: "kept.jsonl").count == 3)
  }

  @Test func aFileOfSomethingElseStaysAsItIs() async throws {
    for text in ["a shopping list", "a shopping list\n", "{\"name\": 1}\n"] {
      let path = try folder.write(text, to: "list.txt")
      await #expect(throws: EvaluationError.self) { _ = try await results(model(Self.right), file: "list.txt") }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    await #expect(throws: EvaluationError.unwritable(path: folder.path + "/none/kept.jsonl")) {
      _ = try await results(model(Self.right), file: "none/kept.jsonl")
    }
  }
}
