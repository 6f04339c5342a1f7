import LanguageModels

extension NotesConversation {
  /// The options without a limit on risk, which no exam can promise for a conversation.
  var unlimited: AnswerOptions {
    var options = options
    options.maximumRisk = nil
    return options
  }

  private var thresholds: RefusalThresholds? { options.refusalThresholds ?? model.refusalThresholds }

  /// Returns the model's yes/no margin, asked at the conversation's end whether the sources state the answer; `nil` if
  /// its doubt was not measured, or the conversation is too long to ask.
  func margin(of question: String, sources: [String]) async throws -> Double? {
    guard thresholds != nil, model.capabilities.contains(.nextTokenScores) else { return nil }
    let replies = ProbeReplies(to: question)
    do {
      let result = try await session.nextTokenScores(
        after: Prompt(passages: sources, question: question), in: Prompts.conversationProbeForm,
        candidates: replies.all)
      return replies.margin(of: result.scores)
    } catch LanguageModelError.contextSizeExceeded {
      // The conversation is compacted when it is answered.
      return nil
    }
  }

  /// Returns the score of what the model computes before the first word of an answer; `nil` if it was not measured, or
  /// the conversation is too long to ask.
  func layerScore(of question: String, sources: [String]) async throws -> Double? {
    guard let confidence = model.measuredConfidence, let layer = confidence.layer,
      model.capabilities.contains(.activations)
    else { return nil }
    do {
      let result = try await session.nextTokenScores(
        after: Prompt(passages: sources, question: question), candidates: [], layers: [layer.number])
      return confidence.score(of: result.activations)
    } catch LanguageModelError.contextSizeExceeded {
      return nil
    }
  }

  /// Returns what a margin says of an answer; `nil` if there is no doubt.
  func doubt(at margin: Double?, about question: String) -> RefusalThresholds.Doubt? {
    margin.flatMap { thresholds?.doubt(at: $0, isPolar: PolarQuestion.isPolar(question)) }
  }
}
