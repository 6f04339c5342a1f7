public import Foundation

/// Why no answer can be given at a risk.
public enum AnswerRiskError: Error, Hashable, Sendable {
  /// The model sat no exam about these notes, or only part of one.
  case notCalibrated(model: String)
  /// The exam is too small for the risk, or too many of its answers were wrong.
  case unattainable(risk: Double, questions: Int)
}

extension AnswerRiskError: LocalizedError {
  /// One line that names the model or the risk.
  public var errorDescription: String? {
    switch self {
    case .notCalibrated(let model): "how often \(model) is right about these notes has not been measured"
    case .unattainable(let risk, let questions):
      "at most \((risk * 100).formatted(.number.precision(.fractionLength(0...1)))) % wrong cannot be promised after "
        + "an exam of \(questions) questions"
    }
  }
}
