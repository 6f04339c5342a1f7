import Foundation
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

@Suite struct AnswerTests {
  private let notes: ScriptedNotes
  private var folder: TemporaryFolder { notes.folder }
  private var index: SearchIndex { notes.index }

  init() async throws { notes = try await ScriptedNotes() }

  private func reply(_ text: String) -> String { text + #""}"# }

  private let question = "How often are the signing keys rotated?"

  @Test func eachSentenceIsMarkedWithTheLinesItCameFrom() async throws {
    let model = ScriptedLanguageModel(
      replies: [reply("The signing keys are rotated every 90 days. The next rotation is on 3 May 2026.")])
    let answer = try await index.answer(to: question, using: model)
    #expect(answer.passages.first?.source.path == "keys.md")
    let result = try await answer.collect()
    #expect(result.outcome == .answered)
    #expect(result.content == "The signing keys are rotated every 90 days. [1] The next rotation is on 3 May 2026. [1]")
    #expect(result.sentences.map(\.unsupported) == [[], []])
    #expect(result.sources.map(\.source.path) == ["keys.md"])
    #expect(result.sources.first?.source.lines == 1...1)
  }

  @Test func whatStandsInTheNotesWordForWordIsToldFromWhatDoesNot() async throws {
    let model = ScriptedLanguageModel(
      replies: [reply("The signing keys are rotated every 90 days. The signing keys will be rotated on 3 May 2026.")])
    let result = try await index.answer(to: question, using: model).collect()
    #expect(result.sentences.map(\.isVerbatim) == [true, false])
  }

  @Test func snapshotsOnlyGrow() async throws {
    let model = ScriptedLanguageModel(
      replies: [reply("The keys are rotated every 90 days. The next one is on 3 May 2026.")])
    var last = ""
    for try await snapshot in try await index.answer(to: question, using: model) {
      #expect(snapshot.content.hasPrefix(last))
      last = snapshot.content
    }
    #expect(last.contains("[1]"))
  }

  @Test func whatNoCitedLineHoldsIsPointedOut() async throws {
    let model = ScriptedLanguageModel(replies: [reply("The signing keys are rotated every 30 days by Jonas.")])
    let result = try await index.answer(to: question, using: model).collect()
    #expect(result.sentences.map(\.unsupported) == [["30", "Jonas"]])
    #expect(result.outcome == .unsure)
  }

  @Test func anotherTopicIsRefusedBeforeTheModelIsAsked() async throws {
    let model = ScriptedLanguageModel(replies: [])
    let answer = try await index.answer(to: "Who composed Nabucco?", using: model)
    #expect(answer.outcome == .notInNotes(.topic))
    #expect(try await answer.collect().content.isEmpty)
    #expect(model.requests.isEmpty)
  }

  @Test(arguments: [(0.5, "refused"), (1.5, "unsure"), (2.5, "answered")])
  func theProbeDecidesBetweenItsCuts(lean: Double, expected: String) async throws {
    let model = ScriptedLanguageModel(
      scores: ["Yes": 10 + lean, "yes": 0, " Yes": 0, "No": 10, "no": 0, " No": 0],
      replies: [reply("Every 90 days.")])
    let options = AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: 1.25, unsureBelow: 1.75))
    let answer = try await index.answer(to: question, using: model, options: options)
    #expect(abs((answer.probeScore ?? 0) - lean) < 1e-9)
    let outcome = try await answer.collect().outcome
    switch expected {
    case "refused":
      #expect(outcome == .unsure && answer.outcome == .unsure && model.requests.count == 1, "no answer is written")
      // What the model was asked, and no room for a reply.
      let ledger = try #require(answer.contextBreakdown)
      #expect(ledger.promptTokenCount == model.tokenCount(for: model.requests[0]))
      #expect(ledger[.passages] > 0 && ledger[.replyReserve] == 0)
    case "unsure": #expect(outcome == .unsure)
    default: #expect(outcome == .answered)
    }
  }

  @Test func probeAndAnswerShareAllButTheLastLine() async throws {
    let model = ScriptedLanguageModel(
      scores: ["Yes": 9, "No": 1, "yes": 0, "no": 0, " Yes": 0, " No": 0], replies: [reply("Every 90 days.")])
    let options = AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: 1, unsureBelow: 2))
    _ = try await index.answer(to: question, using: model, options: options).collect()
    let texts = model.requests.compactMap { $0.messages.last?.content }
    #expect(texts.count == 2)
    let common = zip(texts[0].split(separator: "\n"), texts[1].split(separator: "\n")).prefix { $0 == $1 }.count
    #expect(common == texts[0].split(separator: "\n").count - 1)
  }

  @Test(arguments: [
    "I don't know.", "Not mentioned.", "The sources do not contain this information.",
    "The provided sources do not mention how often the keys are rotated.",
  ])
  func aModelThatSaysItDoesNotKnowIsBelievedUnlessTheMatchIsStrong(text: String) async throws {
    let model = ScriptedLanguageModel(replies: [reply(text)])
    let answer = try await index.answer(to: "Who bought the keys of the old house in Paris?", using: model)
    #expect(answer.outcome == .answered && answer.gateScore < RefusalGate.strongMatch)
    let result = try await answer.collect()
    #expect(result.outcome == .notInNotes(.model))
    #expect(result.sources.isEmpty)
  }

  @Test func aReplyCutByItsLimitSaysSo() async throws {
    let model = ScriptedLanguageModel(replies: [reply("The signing keys are rotated every 90 days and so on and on.")])
    let result = try await index.answer(to: question, using: model, options: AnswerOptions(replyTokens: 6)).collect()
    #expect(result.isTruncated)
    #expect(!result.content.isEmpty)
  }

  @Test func noPromptExceedsTheWindow() async throws {
    for window in stride(from: 120, through: 400, by: 7) {
      let model = ScriptedLanguageModel(contextSize: window, replies: [reply("Every 90 days.")])
      let options = AnswerOptions(replyTokens: 20)
      do {
        let answer = try await index.answer(to: question, using: model, options: options)
        guard case .answered = answer.outcome else { continue }
        #expect(answer.promptTokens + 20 <= window)
        _ = try await answer.collect()
        for request in model.requests { #expect(model.tokenCount(for: request) + 20 <= window) }
      } catch LanguageModelError.contextSizeExceeded(let size, let count) {
        #expect(size == window && count > window)
      }
    }
  }

  @Test(.timeLimit(.minutes(15))) func theFirstTextIsThereBeforeTheLastIsWritten() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let model = ScriptedLanguageModel(replies: [reply("Every 90 days. On 3 May 2026.")])
    let slow = HaltingLanguageModel(base: model, haltingAfter: 3, until: gate)
    for try await snapshot in try await index.answer(to: question, using: slow) {
      if snapshot.content.isEmpty { continue }
      // The model goes on only after the first words were seen: were they held back, this would never end.
      opening.finish()
    }
    #expect(slow.halted)
  }

  @Test func thePromptHoldsThePassagesUnderTheirNumbersAndPlaces() async throws {
    let model = ScriptedLanguageModel(replies: [reply("Every 90 days.")])
    let answer = try await index.answer(to: question, using: model)
    _ = try await answer.collect()
    let prompt = try #require(model.requests.last?.messages.last?.content)
    for (number, passage) in answer.passages.enumerated() {
      #expect(prompt.contains("[\(number + 1)] (\(passage.heading)) \(passage.text)"))
    }
    #expect(prompt.contains(question))
  }

  @Test func everyPromptBeginsWithTheFrontThatIsEvaluatedBefore() async throws {
    let model = ScriptedLanguageModel(
      scores: ["Yes": 9, "No": 1, "yes": 0, "no": 0, " Yes": 0, " No": 0], replies: ["", reply("Every 90 days.")])
    try await model.prewarm(.answerFront)
    let options = AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: 1, unsureBelow: 2))
    _ = try await index.answer(to: question, using: model, options: options).collect()
    let front = LanguageModelRequest.answerFront.messages
    #expect(model.requests.count == 3)
    for request in model.requests {
      #expect(request.messages[0] == front[0])
      #expect(request.messages[1].content.hasPrefix(front[1].content))
    }
  }

  @Test func thePromptsTokensAreThoseThatAreEvaluated() async throws {
    let model = ScriptedLanguageModel(replies: [reply("Every 90 days.")])
    let records = Recorded<InferenceRecord>()
    let answer = try await index.answer(to: question, using: model) { event in
      if case .inference(let record) = event { records.append(record) }
    }
    _ = try await answer.collect()
    #expect(records.all.map(\.inputTokens) == [answer.promptTokens])
    #expect(records.all.last?.breakdown == answer.contextBreakdown)
  }

  @Test func aModelThatFailsFailsTheAnswer() async throws {
    struct Failure: Error {}
    let model = ScriptedLanguageModel { _ in throw Failure() }
    let answer = try await index.answer(to: question, using: model)
    await #expect(throws: Failure.self) { try await answer.collect() }
  }

  @Test func aFileThatChangedOrVanishedIsNoticed() async throws {
    let passage = try #require(try await index.passages(matching: "tyre pressure", limit: 1).first)
    #expect(passage.freshness() == .current)
    try folder.write("Sold.", to: "bike.md")
    #expect(passage.freshness() == .changed)
    try FileManager.default.removeItem(atPath: folder.path + "/bike.md")
    #expect(passage.freshness() == .missing)
  }

  /// The same oracle as the index has: size and date first.
  @Test func aFileIsReadOnlyWhereItsSizeIsTheSameAndItsDateIsNot() async throws {
    let passage = try #require(try await index.passages(matching: "tyre pressure", limit: 1).first)
    let path = folder.path + "/bike.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write(text.replacing("4.5", with: "4.8"), to: "bike.md")
    #expect(passage.freshness() == .changed)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    #expect(passage.freshness() == .current, "of this size and date the index knows it")
    try folder.write(text, to: "bike.md")
    #expect(passage.freshness() == .current)
  }
}
