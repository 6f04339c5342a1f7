/// The tokens of one inference, and why it ended.
public struct GenerationSummary: Sendable, Hashable, Codable {
  /// Why a reply ended.
  public enum Reason: String, Sendable, Hashable, Codable {
    /// The model ended it, or a stop sequence did.
    case complete
    /// `maximumResponseTokens` or the window ended it: the reply is cut off.
    case length
  }
  /// Tokens of the rendered request.
  public var promptTokens: Int
  /// Tokens of the request that did not have to be evaluated again.
  public var cachedTokens: Int
  /// Tokens of the reply, including those of a stop sequence and of the thought before it.
  public var replyTokens: Int
  /// Tokens of the thought before the reply.
  public var reasoningTokens: Int
  /// Why the reply ended.
  public var reason: Reason
  /// The natural logarithm of the probability that the model gave the reply's tokens, without a thought; `nil` if the
  /// model does not say. It is not part of the JSON, since its last digits depend on the machine.
  public var logProbability: Double?

  private enum CodingKeys: String, CodingKey { case promptTokens, cachedTokens, replyTokens, reasoningTokens, reason }

  /// Creates a summary.
  public init(
    promptTokens: Int, cachedTokens: Int, replyTokens: Int, reasoningTokens: Int = 0, reason: Reason,
    logProbability: Double? = nil
  ) {
    self.promptTokens = promptTokens
    self.cachedTokens = cachedTokens
    self.replyTokens = replyTokens
    self.reasoningTokens = reasoningTokens
    self.reason = reason
    self.logProbability = logProbability
  }
}
