public import LanguageModels

extension LanguageModelRequest {
  /// What every request for an answer from notes begins with: for a model to evaluate while the search runs.
  ///
  ///     async let ready = model.prewarm(.answerFront)
  public static var answerFront: LanguageModelRequest {
    LanguageModelRequest(messages: [
      .init(role: .system, content: Prompts.system), .init(role: .user, content: Prompts.sourcesHeading + "[1] ("),
    ])
  }
}
