import LanguageModels

/// What tells how likely an answer is right.
struct AnswerConfidence: Sendable {
  /// Below this probability, an answer is unsure. Of the public questions that it was measured on, the 1.5B model
  /// answers only 37 % rightly, since half have no answer. Of eight sets, each rated by what was fitted to the others,
  /// answers below it are right in 21 % and others in 49 %; with the model's margin below 1.75, it would be 25 % and
  /// 43 %.
  static let unsureBelow = 0.3

  /// What was measured on public questions; `nil` if the model was not measured.
  var measured: MeasuredConfidence?

  /// Returns the probability that an answer is right; `nil` if the model was not measured.
  func probability(of signals: AnswerSignals) -> Double? { measured?.answer.probability(of: signals.known) }
}
