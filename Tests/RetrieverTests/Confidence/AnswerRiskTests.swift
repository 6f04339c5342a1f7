import Embedding
import Foundation
import LanguageModels
import Retriever
import Testing
import TestSupport
import VectorStore

/// Answers after an exam whose results are made up: what the model is sure of is right.
@Suite struct AnswerRiskTests {
  private let notes: ScriptedNotes
  private let question = "How often are the signing keys rotated?"

  init() async throws { notes = try await ScriptedNotes() }

  private func model(margin: Double) -> ScriptedLanguageModel {
    ScriptedLanguageModel(
      scores: { _, candidate in ["Yes": margin, "No": 0][candidate] ?? -100 },
      reply: { $0.options.maximumResponseTokens == 0 ? "" : #"The signing keys are rotated every 90 days."}"# })
  }

  private func options(_ risk: Double?) -> AnswerOptions {
    AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: -10, unsureBelow: -9), maximumRisk: risk)
  }

  private func addExam(of count: Int, encoderName: String = HashingEncoder().space.name) async throws {
    var signals = AnswerSignals(gateScore: 0.6, margin: 0, isPolar: false, passages: [])
    var results: [ExamResult] = []
    for number in 0..<count {
      signals.margin = number.isMultiple(of: 2) ? 4 : -4
      results.append(
        ExamResult(
          passage: Int64(number / 2), isAnswerable: number.isMultiple(of: 2), signals: signals,
          isRight: number.isMultiple(of: 2)))
    }
    let text = String(decoding: try JSONEncoder().encode(results), as: UTF8.self)
    let entry = ExamEntry(number: 0, date: Date(timeIntervalSince1970: 1_000_000), results: text)
    try await notes.index.store(entry, of: "scripted, encoder \(encoderName)")
  }

  private func snapshots(margin: Double, risk: Double?) async throws -> [Answer.Snapshot] {
    let answer = try await notes.index.answer(
      to: question, using: model(margin: margin), options: options(risk))
    var snapshots: [Answer.Snapshot] = []
    for try await snapshot in answer { snapshots.append(snapshot) }
    return snapshots
  }

  @Test func withoutAnExamNothingIsPromised() async throws {
    #expect(try await snapshots(margin: 4, risk: nil).last?.probability == nil)
    await #expect(throws: AnswerRiskError.notCalibrated(model: "scripted")) {
      try await snapshots(margin: 4, risk: 0.1)
    }
    try await addExam(of: AnswerCalibration.minimumQuestions - 2)
    #expect(try await notes.index.calibration(for: model(margin: 4)) == nil)
  }

  @Test func anAnswerSaysHowLikelyItIsRight() async throws {
    try await addExam(of: 100)
    let calibration = try #require(try await notes.index.calibration(for: model(margin: 4)))
    #expect(calibration.questions == 100 && calibration.rightShare == 0.5 && calibration.answerableShare == 0.5)
    #expect(
      calibration.date == Date(timeIntervalSince1970: 1_000_000) && (calibration.coverage(atRisk: 0.1) ?? 0) > 0.4)
    let sure = try #require(try await snapshots(margin: 4, risk: nil).last)
    let doubtful = try #require(try await snapshots(margin: -4, risk: nil).last)
    #expect((sure.probability ?? 0) > 0.7 && sure.outcome == .answered)
    #expect((doubtful.probability ?? 1) < 0.3 && doubtful.outcome == .unsure && !doubtful.content.isEmpty)
  }

  @Test func anUnlikelyAnswerIsWithheldAndNoWordOfItShown() async throws {
    try await addExam(of: 100)
    let given = try await snapshots(margin: 4, risk: 0.1)
    #expect(given.count == 1 && given[0].content.contains("90 days") && given[0].outcome == .answered)
    let withheld = try await snapshots(margin: -4, risk: 0.1)
    #expect(withheld.count == 1 && withheld[0].content.isEmpty && withheld[0].sentences.isEmpty)
    #expect(withheld[0].outcome == .notInNotes(.risk) || withheld[0].showsClosestLines)
    #expect((withheld[0].probability ?? 1) < 0.3)
    await #expect(throws: AnswerRiskError.unattainable(risk: 0.01, questions: 100)) {
      try await snapshots(margin: 4, risk: 0.01)
    }
  }

  @Test func anExamHoldsForTheSameEncoderAndThinkingOnly() async throws {
    try await addExam(of: 100, encoderName: "another")
    #expect(try await notes.index.calibration(for: model(margin: 4)) == nil)
    try await addExam(of: 100)
    #expect(try await notes.index.calibration(for: model(margin: 4)) != nil)
    let thinking = AnswerOptions(reasoningLevel: .light)
    #expect(try await notes.index.calibration(for: model(margin: 4), options: thinking) == nil)
    #expect(try await notes.index.calibrations().count == 2)
  }
}
