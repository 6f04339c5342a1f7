/// The logits of candidates for the token after a request, and the cost of evaluating it.
public struct NextTokenScores: Sendable, Hashable {
  /// One logit per candidate, in order; −∞ for a candidate without a token.
  public var scores: [Double]
  /// The outputs of the layers that were asked for, after the request's last token, by layer.
  public var activations: [Int: [Float]]
  /// Tokens of the rendered request.
  public var promptTokens: Int
  /// Tokens of the request that did not have to be evaluated again.
  public var cachedTokens: Int

  /// Creates scores.
  public init(scores: [Double], activations: [Int: [Float]] = [:], promptTokens: Int, cachedTokens: Int) {
    self.scores = scores
    self.activations = activations
    self.promptTokens = promptTokens
    self.cachedTokens = cachedTokens
  }
}
