import LanguageModels

extension LanguageModelRequest {
  /// A question with few tokens, for tests.
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
