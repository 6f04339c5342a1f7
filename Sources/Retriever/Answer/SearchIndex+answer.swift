import Embedding
import Foundation
public import LanguageModels
public import VectorStore

extension SearchIndex {
  /// Answers a question from the notes, or says that they do not hold the answer.
  ///
  ///     let answer = try await notes.answer(to: "Which key signs the firmware?", using: model)
  ///     print(answer.passages.map(\.source))                              // known before the first word
  ///     print(try await answer.collect().content)
  ///
  /// When this returns, the passages are chosen and both refusal checks have been made, but the model has not written
  /// anything: iterate the answer, or call `collect()`. No prompt exceeds the model's window: passages get what
  /// instructions, question and reply leave, up to `options.passageTokens`. A running update does not delay an answer.
  ///
  /// - Parameters:
  ///   - question: The question, in any language. Notes in a language that the encoder does not know are found only by
  ///     words they share.
  ///   - model: The model that answers. Its own `refusalThresholds` apply unless `options` has others.
  ///   - options: The size of prompt and reply, and which notes may be used.
  ///   - onEvent: Called for each inference, and once with the passages that were chosen.
  /// - Throws: `LanguageModelError.contextSizeExceeded` if the question alone does not fit, `.unsupportedCapability` if
  ///   the model cannot think as `options` says; `SearchIndexError` if the index cannot be read; the encoder's and the
  ///   reranker's errors.
  public nonisolated func answer(
    to question: String, using model: any LanguageModel, options: AnswerOptions = .init(),
    onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) async throws -> Answer {
    try await model.checkFits(question)
    if let answer = try await answerFromAll(to: question, options: options) { return answer }
    return try await answer(to: question, as: .text(to: question), using: model, options: options, onEvent: onEvent)
  }

  nonisolated func answer(
    to question: String, as form: AnswerForm, using model: any LanguageModel, options: AnswerOptions,
    onEvent: @escaping @Sendable (SessionEvent) -> Void
  ) async throws -> Answer {
    let question = QueryText.normalized(question)
    let limit = options.passageLimit * 3
    let candidates = try await passages(
      matching: question, limit: Reranking.depth(for: limit, options.reranker), where: options.filter)
    // The thresholds were measured on what the search alone finds.
    let found = Array(candidates.prefix(limit))
    let terms = try await QuestionTerms.read(question, in: self)
    let gate = try await gateScore(of: found, terms: terms)
    let prompt = try AnswerPrompt(question: question, model: model, options: options, form: form)
    let threshold = prompt.rule.thresholds != nil ? RefusalGate.thresholdBeforeProbe : RefusalGate.threshold
    let isHinted = QueryHints.lead(to: found, question, today: options.filter.today)
    let hasUnreadDays = DayQuestion.hasUnreadDays(question, today: options.filter.today ?? Day(of: Date()))
    guard !found.isEmpty, gate >= threshold || isHinted || hasUnreadDays || !options.refuses else {
      return try await refusal(of: question, nearest: found, gate: gate, terms: terms)
    }

    let best = try await Reranking.best(limit, of: candidates, for: question, options.reranker)
    var packing = try await prompt.pack(try await withMentioned(best, for: question, options: options))
    if form.grammar == nil { packing = try await narrowed(packing, for: terms, using: model, options: options) }
    let packed = packing.passages
    guard !packed.isEmpty else {
      return try await refusal(of: question, nearest: found, gate: gate, terms: terms)
    }
    onEvent(.retrieval(RetrievalRecord(query: question, sources: packed.map(\.source.description))))
    let citations = try await Citations.read(packed, question: terms, in: self)
    var writer = AnswerWriter(
      index: self, question: question, passages: packed, citations: citations,
      closest: citations.closestSources(in: packed, gateScore: hasUnreadDays ? 1 : gate),
      confidence: AnswerConfidence(measured: model.measuredConfidence))
    var outcome = Answer.Outcome.answered
    let (signals, activations) = try await prompt.signals(over: packed, gateScore: gate, onEvent: onEvent)
    let doubt = prompt.rule.doubt(at: signals)
    if options.refuses, doubt == .refused {
      // A strong match is never called absent: the closest lines are shown, and no answer is written.
      return Answer(
        question: question, passages: writer.closest.isEmpty ? Array(packed.prefix(RefusalGate.passages)) : packed,
        leftOut: packing.leftOut, outcome: writer.closest.isEmpty ? .notInNotes(.probe) : .unsure, gateScore: gate,
        probeScore: signals.margin, contextBreakdown: try await prompt.breakdownOfProbe(packed), reply: .none,
        writer: writer)
    }
    if doubt != nil { outcome = .unsure }
    writer.signals = signals
    let breakdown = try await prompt.breakdown(packed)
    var answer = Answer(
      question: question, passages: packed, leftOut: packing.leftOut, outcome: outcome, gateScore: gate,
      probeScore: signals.margin, contextBreakdown: breakdown,
      reply: .json(
        prompt.request(packed), of: model, isText: form.grammar == nil, breakdown: breakdown, onEvent: onEvent),
      writer: writer)
    answer.activations = activations
    return answer
  }

  private nonisolated func refusal(
    of question: String, nearest: [Passage], gate: Double, terms: QuestionTerms
  ) async throws -> Answer {
    let nearest = Array(nearest.prefix(RefusalGate.passages))
    return Answer(
      question: question, passages: nearest, outcome: .notInNotes(.topic), gateScore: gate, probeScore: nil,
      reply: .none,
      writer: AnswerWriter(
        index: self, passages: nearest, citations: try await Citations.read([], question: terms, in: self)))
  }

  nonisolated func gateScore(of passages: [Passage], terms: QuestionTerms) async throws -> Double {
    var stems: [Set<String>] = []
    for passage in passages.prefix(RefusalGate.passages) {
      stems.append(Set(try await self.stems(of: passage.searchedText)))
    }
    let cosine = try await cosineScale().toReference(passages.compactMap(\.scoreParts.cosine).max() ?? 0)
    return RefusalGate.score(cosine: encoder == nil ? nil : cosine, weights: terms.weights, stems: stems)
  }
}
