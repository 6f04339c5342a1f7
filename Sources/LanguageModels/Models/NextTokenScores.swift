/// The logits of candidates for the token behind a request, and what evaluating it cost.
public struct NextTokenScores: Sendable, Hashable {
  /// A logit for each candidate, in their order; −∞ for one without a token.
  public var scores: [Double]
  /// Tokens of the rendered request.
  public var promptTokens: Int
  /// Those of them that were evaluated before and not again.
  public var cachedTokens: Int

  /// Creates scores.
  public init(scores: [Double], promptTokens: Int, cachedTokens: Int) {
    self.scores = scores
    self.promptTokens = promptTokens
    self.cachedTokens = cachedTokens
  }
}
