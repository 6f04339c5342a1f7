/// How likely a model's answers from notes are right, by what is known of each, as measured on public questions.
///
/// The regressions rank answers better than any one signal, also those from texts of other kinds than they were fitted
/// to; but how many are right depends on the notes.
///
///     let confidence = MeasuredConfidence(answer: SignalRegression(intercept: -2, weights: ["margin": 1.5]))
///     confidence.answer.probability(of: ["margin": 2])                     // 0.73
public struct MeasuredConfidence: Sendable, Hashable, Codable {
  /// When a question is refused before an answer is written.
  public struct Refusal: Sendable, Hashable, Codable {
    /// How likely the answer will be right, by what is known before its first word.
    public var prospect: SignalRegression
    /// The probability below which no answer is written.
    public var refuseBelow: Double

    /// Creates a rule.
    public init(prospect: SignalRegression, refuseBelow: Double) {
      (self.prospect, self.refuseBelow) = (prospect, refuseBelow)
    }
  }

  /// How likely a whole answer is right.
  public var answer: SignalRegression
  /// When no answer is written; `nil` if the model's `refusalThresholds` alone decide.
  public var refusal: Refusal?
  /// What a layer of the model computes before the first word of an answer, read as the signal `layer`.
  public var layer: LayerScore?

  /// Creates what was measured.
  public init(answer: SignalRegression, refusal: Refusal? = nil, layer: LayerScore? = nil) {
    (self.answer, self.refusal, self.layer) = (answer, refusal, layer)
  }

  /// Returns the signal `layer` of the outputs of layers, by number; `nil` without the right one.
  package func score(of layers: [Int: [Float]]) -> Double? { layer.flatMap { $0.score(of: layers[$0.number] ?? []) } }
}
