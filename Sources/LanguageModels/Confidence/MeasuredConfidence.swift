import Foundation

/// How likely a model's answers from notes are right, by what is known of each, as measured on public questions.
///
/// A logistic regression: the log-odds are `intercept` plus each signal times its weight. It ranks answers better than
/// any one signal, also those from texts of other kinds than it was fitted to; but how many are right depends on the
/// notes, and only an exam about them tells that.
///
///     let confidence = MeasuredConfidence(intercept: -2, weights: ["margin": 1.5])
///     confidence.probability(of: ["margin": 2])                            // 0.73
public struct MeasuredConfidence: Sendable, Hashable, Codable {
  /// The log-odds if every signal is 0.
  public var intercept: Double
  /// What each signal adds for each unit of it, by the signal's name.
  public var weights: [String: Double]
  /// What a layer of the model computes before the first word of an answer, read as the signal `layer`.
  public var layer: LayerScore?

  /// Creates a regression.
  public init(intercept: Double, weights: [String: Double], layer: LayerScore? = nil) {
    (self.intercept, self.weights, self.layer) = (intercept, weights, layer)
  }

  /// Returns the signal `layer` of the outputs of layers, by number; `nil` without the right one.
  package func score(of layers: [Int: [Float]]) -> Double? { layer.flatMap { $0.score(of: layers[$0.number] ?? []) } }

  /// Returns the probability that an answer is right, 0 … 1; `nil` if a signal is missing.
  public func probability(of signals: [String: Double]) -> Double? {
    var logOdds = intercept
    for (name, weight) in weights {
      guard let signal = signals[name] else { return nil }
      logOdds += weight * signal
    }
    return 1 / (1 + exp(-logOdds))
  }
}
