/// A record of one inference: its purpose and its cost.
public struct InferenceRecord: Sendable, Hashable, Codable {
  /// The purpose of an inference.
  public enum Purpose: String, Sendable, Hashable, Codable {
    /// The answer, or tool calls instead.
    case response
    /// A summary of earlier turns.
    case summary
    /// The rewriting of a question into a query.
    case query
    /// The logits of a few tokens, such as yes and no.
    case probe
    /// The evaluation of a prompt ahead of a request.
    case prewarming
  }
  /// The purpose.
  public var purpose: Purpose
  /// Tokens of the prompt.
  public var inputTokens: Int
  /// Tokens of the prompt that did not have to be evaluated again.
  public var cachedTokens: Int
  /// Tokens of the reply, including those of the thought before it.
  public var outputTokens: Int
  /// Tokens of the thought before the reply; `nil` if there was none.
  public var reasoningTokens: Int?
  var secondsToFirstToken: Double?
  var seconds: Double
  /// Tokens of the reply per second after the first token; `nil` for fewer than two tokens.
  public var tokensPerSecond: Double?
  /// Where the prompt's tokens went; `nil` if not computed.
  public var breakdown: ContextBreakdown?

  /// The time from the request to the first text; `nil` if there was none.
  public var timeToFirstToken: Duration? { secondsToFirstToken.map { .seconds($0) } }
  /// The time from the request to the end.
  public var duration: Duration { .seconds(seconds) }

  /// Both times are numbers of seconds in JSON.
  private enum CodingKeys: String, CodingKey {
    case purpose, inputTokens, cachedTokens, outputTokens, reasoningTokens, tokensPerSecond, breakdown
    case secondsToFirstToken = "timeToFirstToken"
    case seconds = "duration"
  }
}
