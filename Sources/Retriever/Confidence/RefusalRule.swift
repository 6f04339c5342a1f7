import LanguageModels

/// Decides, before the first word, whether an answer is written.
///
/// The same margin means different things in different texts; the layer's score corrects for that. On eight public
/// sets, each with a rule fitted to the other seven and one threshold for all, this one withholds 3 % of the right
/// answers and refuses 46 % of the questions that the notes do not answer; the margin alone, below 1, withholds 5 % and
/// refuses 39 % (means of the sets). Yes-or-no questions are decided by the margin: too few of them were measured.
struct RefusalRule: Sendable {
  /// The thresholds of the margin; `nil` if the model is not asked.
  let thresholds: RefusalThresholds?
  private let measured: MeasuredConfidence.Refusal?

  /// - Parameter options: Its thresholds apply in place of all that was measured about the model.
  init(for model: any LanguageModel, options: AnswerOptions) {
    let canAsk = model.capabilities.contains(.nextTokenScores)
    thresholds = canAsk ? options.refusalThresholds ?? model.refusalThresholds : nil
    measured = options.refusalThresholds == nil ? model.measuredConfidence?.refusal : nil
  }

  /// Returns what the signals say of an answer; `nil` if there is no doubt.
  func doubt(at signals: AnswerSignals) -> RefusalThresholds.Doubt? {
    guard let thresholds, let margin = signals.margin else { return nil }
    let doubt = thresholds.doubt(at: margin, isPolar: signals.isPolar)
    guard let measured, !signals.isPolar, let prospect = measured.prospect.probability(of: signals.known) else {
      return doubt
    }
    if prospect < measured.refuseBelow { return .refused }
    return doubt == nil ? nil : .unsure
  }
}
