public import LanguageModels

/// How a question is answered; the defaults are what was measured best on two cores.
public struct AnswerOptions: Sendable, Hashable {
  /// The most tokens of passages in the prompt. Each hundred cost most of a second on two cores.
  public var passageTokens: Int
  /// The most passages in the prompt. Beyond three to five, answers did not improve.
  public var passageLimit: Int
  /// Tokens kept free for the reply.
  public var replyTokens: Int
  /// Where the model's own doubt becomes a refusal; `nil` does not ask it. See `RefusalCuts`.
  public var refusalCuts: RefusalCuts?
  /// How tokens are chosen.
  public var samplingMode: GenerationOptions.SamplingMode

  /// Creates options.
  public init(
    passageTokens: Int = 1200, passageLimit: Int = 4, replyTokens: Int = 256, refusalCuts: RefusalCuts? = nil,
    samplingMode: GenerationOptions.SamplingMode = .greedy
  ) {
    self.passageTokens = passageTokens
    self.passageLimit = passageLimit
    self.replyTokens = replyTokens
    self.refusalCuts = refusalCuts
    self.samplingMode = samplingMode
  }
}

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
}
