import LanguageModels
import VectorStore

/// How likely an answer must be right to be given, and what tells how likely it is.
struct AnswerConfidence: Sendable {
  /// Below this probability, an answer is more likely wrong than right.
  static let unsureBelow = 0.5

  /// What an exam told; `nil` if there was none.
  private var calibration: AnswerCalibration?
  /// The lowest probability at which an answer is given.
  private(set) var threshold = 0.0
  /// Whether an answer may be given only if it is likely enough to be right.
  private(set) var isRequired = false

  /// Nothing is known, and every answer is given.
  init() {}

  /// Reads the exam that a model sat about an index.
  ///
  /// - Throws: `AnswerRiskError` if no answer can be given at the risk that the options allow.
  init(in index: SearchIndex, of model: any LanguageModel, options: AnswerOptions) async throws {
    calibration = try await index.calibration(for: model, options: options)
    guard let risk = options.maximumRisk else { return }
    guard let calibration else { throw AnswerRiskError.notCalibrated(model: model.name) }
    guard let bound = calibration.bound(atRisk: risk) else {
      throw AnswerRiskError.unattainable(risk: risk, questions: calibration.questions)
    }
    (threshold, isRequired) = (bound.threshold, true)
  }

  /// Returns the probability that an answer is right; `nil` if there was no exam.
  func probability(of signals: AnswerSignals) -> Double? { calibration?.probability(of: signals) }
}
