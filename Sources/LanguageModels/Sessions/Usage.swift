extension LanguageModelSession {
  /// The tokens that a response or a session used, over all its inferences.
  public struct Usage: Sendable, Hashable, Codable {
    /// Tokens of prompts.
    public struct Input: Sendable, Hashable, Codable {
      /// All tokens of prompts.
      public var totalTokenCount = 0
      /// Tokens of prompts that did not have to be evaluated again.
      public var cachedTokenCount = 0
    }
    /// Tokens of replies.
    public struct Output: Sendable, Hashable, Codable {
      /// All tokens of replies.
      public var totalTokenCount = 0
      /// Tokens of the model's reasoning before the answer.
      public var reasoningTokenCount = 0
    }
    /// Tokens of prompts.
    public var input = Input()
    /// Tokens of replies.
    public var output = Output()
    /// All tokens.
    public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

    /// Creates a usage of zero tokens.
    public init() {}

    mutating func add(_ summary: GenerationSummary) {
      input.totalTokenCount += summary.promptTokens
      input.cachedTokenCount += summary.cachedTokens
      output.totalTokenCount += summary.replyTokens
      output.reasoningTokenCount += summary.reasoningTokens
    }

    mutating func add(_ other: Usage) {
      input.totalTokenCount += other.input.totalTokenCount
      input.cachedTokenCount += other.input.cachedTokenCount
      output.totalTokenCount += other.output.totalTokenCount
      output.reasoningTokenCount += other.output.reasoningTokenCount
    }
  }
}
