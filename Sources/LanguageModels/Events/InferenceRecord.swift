/// One inference: what it was for, and what it cost.
public struct InferenceRecord: Sendable, Hashable, Codable {
  /// What an inference is for.
  public enum Purpose: String, Sendable, Hashable, Codable {
    /// The answer, or the calls in its place.
    case response
    /// The summary of turns.
    case summary
    /// What to search for.
    case query
    /// The logits of a few tokens, such as those of yes and no.
    case probe
    /// Nothing but to have a prompt evaluated.
    case prewarming
  }
  /// What it was for.
  public var purpose: Purpose
  /// Tokens of the prompt.
  public var inputTokens: Int
  /// Those of them that were evaluated before and not again.
  public var cachedTokens: Int
  /// Tokens of the reply.
  public var outputTokens: Int
  var secondsToFirstToken: Double?
  var seconds: Double
  /// Tokens of the reply for each second since the first; `nil` where there was at most one.
  public var tokensPerSecond: Double?
  /// Where the prompt's tokens went; `nil` where nobody asked.
  public var breakdown: ContextBreakdown?

  /// From the request to the first text; `nil` if there was none.
  public var timeToFirstToken: Duration? { secondsToFirstToken.map { .seconds($0) } }
  /// From the request to the end.
  public var duration: Duration { .seconds(seconds) }

  /// Both times are numbers of seconds in JSON.
  private enum CodingKeys: String, CodingKey {
    case purpose, inputTokens, cachedTokens, outputTokens, tokensPerSecond, breakdown
    case secondsToFirstToken = "timeToFirstToken"
    case seconds = "duration"
  }
}
