import LanguageModels
import VectorStore

/// How likely an answer must be right to be given, and what tells how likely it is.
struct AnswerConfidence: Sendable {
  /// Below this probability, an answer is more likely wrong than right, as an exam about the notes tells.
  private static let unsureBelowInExam = 0.5
  /// The same of public questions, of which the 1.5B model answers only 37 % rightly, since half have no answer.
  /// Of eight sets, each rated by what was fitted to the others, answers below it are right in 21 % and others in 49 %;
  /// with the model's margin below 1.75, it would be 25 % and 43 %.
  private static let unsureBelowInPublic = 0.3

  /// What an exam told; `nil` if there was none.
  private var calibration: AnswerCalibration?
  /// What was measured on public questions; `nil` if the model was not measured.
  private var measured: MeasuredConfidence?
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
    measured = model.measuredConfidence
    guard let risk = options.maximumRisk else { return }
    guard let calibration else { throw AnswerRiskError.notCalibrated(model: model.name) }
    guard let bound = calibration.bound(atRisk: risk) else {
      throw AnswerRiskError.unattainable(risk: risk, questions: calibration.questions)
    }
    (threshold, isRequired) = (bound.threshold, true)
  }

  /// Below this probability, an answer is unsure.
  var unsureBelow: Double { isExamined ? Self.unsureBelowInExam : Self.unsureBelowInPublic }

  /// Whether an exam about these notes tells how likely an answer is right.
  var isExamined: Bool { calibration != nil }

  /// Returns the probability that an answer is right: as the exam tells, else as measured on public questions; `nil` if
  /// neither tells.
  func probability(of signals: AnswerSignals) -> Double? {
    if let calibration { return calibration.probability(of: signals) }
    return measured?.answer.probability(of: signals.known)
  }
}
