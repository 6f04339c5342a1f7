import Foundation

/// A logistic regression on named signals: the log-odds are `intercept` plus each signal times its weight.
///
///     let regression = SignalRegression(intercept: -2, weights: ["margin": 1.5])
///     regression.probability(of: ["margin": 2])                            // 0.73
public struct SignalRegression: Sendable, Hashable, Codable {
  /// The log-odds if every signal is 0.
  public var intercept: Double
  /// What each signal adds for each unit of it, by the signal's name.
  public var weights: [String: Double]

  /// Creates a regression.
  public init(intercept: Double, weights: [String: Double]) {
    (self.intercept, self.weights) = (intercept, weights)
  }

  /// Returns the probability, 0 … 1; `nil` if a signal is missing.
  public func probability(of signals: [String: Double]) -> Double? {
    var logOdds = intercept
    for (name, weight) in weights {
      guard let signal = signals[name] else { return nil }
      logOdds += weight * signal
    }
    return 1 / (1 + exp(-logOdds))
  }
}
