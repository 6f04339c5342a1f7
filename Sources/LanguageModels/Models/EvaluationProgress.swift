/// How much of a prompt a model has evaluated.
public struct EvaluationProgress: Sendable, Hashable {
  /// Tokens of the prompt that are evaluated, cached ones included.
  public var evaluatedTokens: Int
  /// Tokens of the prompt.
  public var totalTokens: Int

  /// Creates a progress value.
  public init(evaluatedTokens: Int, totalTokens: Int) {
    self.evaluatedTokens = evaluatedTokens
    self.totalTokens = totalTokens
  }
}
