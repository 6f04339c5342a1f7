public import LanguageModels

extension LanguageModelRequest {
  /// The beginning of every request for an answer from notes, which a model can evaluate while the search runs.
  ///
  ///     async let ready = model.prewarm(.answerFront)
  public static var answerFront: LanguageModelRequest {
    LanguageModelRequest(messages: [
      .init(role: .system, content: Prompts.system), .init(role: .user, content: Prompts.sourcesHeading + "[1] ("),
    ])
  }
}
