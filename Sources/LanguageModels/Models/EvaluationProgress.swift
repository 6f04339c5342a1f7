/// How far a model has read a prompt.
public struct EvaluationProgress: Sendable, Hashable {
  /// Tokens of the prompt that are in memory, those of earlier prompts among them.
  public var evaluatedTokens: Int
  /// Tokens of the prompt.
  public var totalTokens: Int

  /// Creates a progress.
  public init(evaluatedTokens: Int, totalTokens: Int) {
    self.evaluatedTokens = evaluatedTokens
    self.totalTokens = totalTokens
  }
}
