public import LanguageModels
public import VectorStore

/// How a question is answered; the defaults are what was measured best on two cores.
public struct AnswerOptions: Sendable, Hashable {
  /// The most tokens of passages in the prompt. Each hundred cost most of a second on two cores.
  public var passageTokens: Int
  /// The most passages in the prompt. Beyond three to five, answers did not improve.
  public var passageLimit: Int
  /// Tokens kept free for the reply.
  public var replyTokens: Int
  /// Where the model's own doubt becomes a refusal; the model's own cuts unless given. A model without any is not
  /// asked.
  public var refusalCuts: RefusalCuts?
  /// How tokens are chosen.
  public var samplingMode: GenerationOptions.SamplingMode
  /// Which notes the answer may rest on; all of them unless given.
  public var filter: SearchFilter

  /// Creates options.
  public init(
    passageTokens: Int = 1200, passageLimit: Int = 4, replyTokens: Int = 256, refusalCuts: RefusalCuts? = nil,
    samplingMode: GenerationOptions.SamplingMode = .greedy, filter: SearchFilter = SearchFilter()
  ) {
    self.passageTokens = passageTokens
    self.passageLimit = passageLimit
    self.replyTokens = replyTokens
    self.refusalCuts = refusalCuts
    self.samplingMode = samplingMode
    self.filter = filter
  }
}
