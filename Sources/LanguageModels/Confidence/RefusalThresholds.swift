/// Thresholds for a model's doubt. The model is asked whether the sources state the answer, and the margin is the
/// difference between its logits for yes and no; for a yes-or-no question, between the likelier of the two and
/// "unknown". They are measured for one model and mean nothing for another; for many models, the margin is not
/// informative.
public struct RefusalThresholds: Sendable, Hashable, Codable {
  /// Below this margin, no answer is written.
  public var refuseBelow: Double
  /// Below this margin, an answer that is not refused is marked unsure.
  public var unsureBelow: Double
  /// `refuseBelow` for yes-or-no questions. Below 0, "unknown" is the likeliest reply.
  public var refusePolarBelow: Double
  /// `unsureBelow` for yes-or-no questions.
  public var unsurePolarBelow: Double

  /// Creates thresholds.
  public init(
    refuseBelow: Double, unsureBelow: Double, refusePolarBelow: Double = 0, unsurePolarBelow: Double = 1
  ) {
    self.refuseBelow = refuseBelow
    self.unsureBelow = unsureBelow
    self.refusePolarBelow = refusePolarBelow
    self.unsurePolarBelow = unsurePolarBelow
  }

  /// What a margin says of an answer.
  package enum Doubt: Sendable, Hashable { case unsure, refused }

  /// Returns what a margin says of an answer; `nil` if there is no doubt.
  package func doubt(at margin: Double, isPolar: Bool) -> Doubt? {
    if margin < (isPolar ? refusePolarBelow : refuseBelow) { return .refused }
    return margin < (isPolar ? unsurePolarBelow : unsureBelow) ? .unsure : nil
  }

  /// Decodes thresholds; those for yes-or-no questions may be missing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      refuseBelow: try values.decode(Double.self, forKey: .refuseBelow),
      unsureBelow: try values.decode(Double.self, forKey: .unsureBelow))
    if let margin = try values.decodeIfPresent(Double.self, forKey: .refusePolarBelow) { refusePolarBelow = margin }
    if let margin = try values.decodeIfPresent(Double.self, forKey: .unsurePolarBelow) { unsurePolarBelow = margin }
  }
}
