import LanguageModels

extension LanguageModelRequest {
  /// A question with few tokens, for tests.
  ///
  /// Processors round differently, so a test that expects certain words asks what leaves no doubt: the first two tokens
  /// after "Name the capital of France." differ by 1.6 in their logits, after "What is the capital of France?" by 0.1.
  package static func asking(
    _ question: String, system: String = "You are a helpful assistant.", replyPrefix: String = "", stop: [String] = [],
    limit: Int? = 12, sampling: GenerationOptions.SamplingMode? = nil, temperature: Double? = nil
  ) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: [.init(role: .system, content: system), .init(role: .user, content: question)],
      replyPrefix: replyPrefix, stopSequences: stop,
      options: GenerationOptions(samplingMode: sampling, temperature: temperature, maximumResponseTokens: limit))
  }
}
