/// What a model's doubt means, when it is asked whether the sources state the answer: the difference between its logits
/// for yes and no, or for a question that is answered by yes or no, between the likelier of the two and "unknown".
/// Models differ: the cuts belong to one model, and few models serve.
public struct RefusalCuts: Sendable, Hashable, Codable {
  /// Below this no answer is written.
  public var refuseBelow: Double
  /// Below this, and not refused, the answer is marked unsure.
  public var unsureBelow: Double
  /// The same as `refuseBelow` for a question that is answered by yes or no. At 0, "unknown" is the likeliest reply.
  public var refusePolarBelow: Double
  /// The same as `unsureBelow` for a question that is answered by yes or no.
  public var unsurePolarBelow: Double

  /// Creates cuts.
  public init(
    refuseBelow: Double, unsureBelow: Double, refusePolarBelow: Double = 0, unsurePolarBelow: Double = 1
  ) {
    self.refuseBelow = refuseBelow
    self.unsureBelow = unsureBelow
    self.refusePolarBelow = refusePolarBelow
    self.unsurePolarBelow = unsurePolarBelow
  }

  /// Reads cuts; those for questions of yes or no may be missing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      refuseBelow: try values.decode(Double.self, forKey: .refuseBelow),
      unsureBelow: try values.decode(Double.self, forKey: .unsureBelow))
    if let cut = try values.decodeIfPresent(Double.self, forKey: .refusePolarBelow) { refusePolarBelow = cut }
    if let cut = try values.decodeIfPresent(Double.self, forKey: .unsurePolarBelow) { unsurePolarBelow = cut }
  }
}
