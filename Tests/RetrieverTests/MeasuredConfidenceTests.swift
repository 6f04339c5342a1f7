import Foundation
import LanguageModels
import Retriever
import TestSupport
import Testing

/// Answers of a model that was measured on public questions.
@Suite struct MeasuredConfidenceTests {
  /// A scripted model whose layer 2 computes what the test says, and whose answers are rated by it.
  private struct MeasuredModel: LanguageModel {
    var base: ScriptedLanguageModel
    var outputs: [Float]
    var refusal: MeasuredConfidence.Refusal?
    var name: String { base.name }
    var contextSize: Int { base.contextSize }
    var capabilities: LanguageModelCapabilities {
      LanguageModelCapabilities([.replyPrefix, .nextTokenScores, .activations])
    }
    var refusalThresholds: RefusalThresholds? { RefusalThresholds(refuseBelow: 1, unsureBelow: 1.5) }
    var measuredConfidence: MeasuredConfidence? {
      MeasuredConfidence(
        answer: SignalRegression(intercept: -3, weights: ["margin": 1, "layer": 4]), refusal: refusal,
        layer: LayerScore(number: 2, offset: 0, step: 1, weights: Data([1, 0, 0xFF, 0xFF])))
    }
    func tokenCount(for request: LanguageModelRequest) -> Int { base.tokenCount(for: request) }
    func tokenCount(of text: String) -> Int { base.tokenCount(of: text) }
    func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
      base.generate(request)
    }
    func nextTokenScores(
      after request: LanguageModelRequest, candidates: [String], layers: [Int]
    ) throws -> NextTokenScores {
      var scores = try base.nextTokenScores(after: request, candidates: candidates, layers: [])
      if layers.contains(2) { scores.activations = [2: outputs] }
      return scores
    }
  }

  private let question = "How often are the signing keys rotated?"

  private func model(
    margin: Double, outputs: [Float] = [1, 0], refusal: MeasuredConfidence.Refusal? = nil
  ) -> MeasuredModel {
    MeasuredModel(
      base: ScriptedLanguageModel(
        scores: { _, candidate in ["Yes": margin, "No": 0][candidate] ?? -100 },
        reply: { _ in #"The signing keys are rotated every 90 days."}"# }),
      outputs: outputs, refusal: refusal)
  }

  @Test func theLayerTellsHowLikelyAnAnswerIsRight() async throws {
    let notes = try await ScriptedNotes()
    let sure = try await notes.index.answer(to: question, using: model(margin: 2)).collect()
    // 1 ÷ (1 + e^(3 − 2 − 4))
    #expect(abs((sure.probability ?? 0) - 0.9526) < 1e-3)
    #expect(sure.outcome == .answered)
    let doubtful = try await notes.index.answer(to: question, using: model(margin: 2, outputs: [0, 1])).collect()
    #expect((doubtful.probability ?? 1) < 0.01)
    #expect(doubtful.outcome == .unsure && !doubtful.content.isEmpty)
  }

  /// Of the margin and the layer, log-odds of their sum less 1.5.
  private var prospect: MeasuredConfidence.Refusal {
    MeasuredConfidence.Refusal(
      prospect: SignalRegression(intercept: -1.5, weights: ["margin": 1, "layer": 1]), refuseBelow: 0.3)
  }

  @Test func theLayerDecidesWhatTheMarginAloneWouldNot() async throws {
    let notes = try await ScriptedNotes()
    // The margin alone would refuse below 1.
    let kept = try await notes.index.answer(to: question, using: model(margin: 0.5, refusal: prospect))
    #expect(kept.probeScore == 0.5)
    #expect(try await kept.collect().content.contains("90 days"))
    let refused = try await notes.index.answer(
      to: question, using: model(margin: 1.2, outputs: [0, 1], refusal: prospect))
    #expect(try await refused.collect().sentences.isEmpty)
    #expect(refused.outcome == .notInNotes(.probe) || refused.outcome == .unsure)
  }

  @Test func aThresholdOfTheUsersIsOfTheMargin() async throws {
    let notes = try await ScriptedNotes()
    let thresholds = RefusalThresholds(refuseBelow: 1, unsureBelow: 1)
    let answer = try await notes.index.answer(
      to: question, using: model(margin: 1.2, outputs: [0, 1], refusal: prospect),
      options: AnswerOptions(refusalThresholds: thresholds))
    #expect(try await !answer.collect().sentences.isEmpty)
    let refused = try await notes.index.answer(
      to: question, using: model(margin: 0.5, refusal: prospect), options: AnswerOptions(refusalThresholds: thresholds))
    #expect(try await refused.collect().sentences.isEmpty)
  }

  @Test func aConversationIsRefusedByTheSameRule() async throws {
    let notes = try await ScriptedNotes()
    let conversation = NotesConversation(
      about: notes.index, using: model(margin: 1.2, outputs: [0, 1], refusal: prospect))
    #expect(try await conversation.answer(to: question).collect().sentences.isEmpty)
    let kept = NotesConversation(about: notes.index, using: model(margin: 0.5, refusal: prospect))
    #expect(try await !kept.answer(to: question).collect().sentences.isEmpty)
  }

  @Test func aConversationDoubtsAsAQuestionAloneDoes() async throws {
    let notes = try await ScriptedNotes()
    let conversation = NotesConversation(about: notes.index, using: model(margin: 2))
    let sure = try await conversation.answer(to: question)
    #expect(sure.probeScore == 2)
    let answer = try await sure.collect()
    #expect(answer.outcome == .answered && (answer.probability ?? 0) > 0.9)

    let doubtful = NotesConversation(about: notes.index, using: model(margin: 0))
    let refused = try await doubtful.answer(to: "Who rotates the signing keys of the bike?")
    #expect(try await refused.collect().sentences.isEmpty)
    #expect(refused.outcome == .notInNotes(.probe) || refused.outcome == .unsure)
    #expect(doubtful.session.transcript.history.isEmpty)
  }

  @Test func afterAnAnswerAConversationMarksWhatItWouldHaveRefused() async throws {
    let notes = try await ScriptedNotes()
    let margin = Recorded<Double>()
    margin.append(2)
    let base = ScriptedLanguageModel(
      scores: { _, candidate in ["Yes": margin.all.last ?? 0, "No": 0][candidate] ?? -100 },
      reply: { _ in #"The signing keys are rotated every 90 days."}"# })
    let conversation = NotesConversation(
      about: notes.index, using: base,
      options: AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: 1, unsureBelow: 1.5)))
    #expect(try await conversation.answer(to: question).collect().outcome == .answered)
    margin.append(0)
    let later = try await conversation.answer(to: "And how often are the signing keys copied?").collect()
    #expect(later.outcome == .unsure && !later.content.isEmpty)
  }
}
