import LanguageModels

extension NotesConversation {
  /// The rule by which a question is refused.
  var rule: RefusalRule { RefusalRule(for: model, options: options) }

  /// Returns the model's yes/no margin, asked at the conversation's end whether the sources state the answer; `nil` if
  /// its doubt was not measured, or the conversation is too long to ask.
  func margin(of question: String, sources: [String]) async throws -> Double? {
    guard rule.thresholds != nil else { return nil }
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
}
