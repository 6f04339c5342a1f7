public import LanguageModels
public import VectorStore

/// How a question is answered. The defaults measured best on two cores.
///
///     let options = AnswerOptions(replyTokens: 400, filter: SearchFilter(tags: ["work"]))
///     let answer = try await notes.answer(to: "What is due?", using: model, options: options)
public struct AnswerOptions: Sendable, Hashable {
  /// The most tokens of passages in the prompt. Each hundred costs most of a second on two cores.
  public var passageTokens: Int
  /// The most passages in the prompt. With more than three to five, answers did not improve.
  public var passageLimit: Int
  /// The most tokens of the reply, which the prompt leaves free for it.
  public var replyTokens: Int
  /// Where the model's doubt becomes a refusal; `nil` is the model's own `refusalCuts`. If it has none either, it is
  /// not asked whether the sources state the answer.
  public var refusalCuts: RefusalCuts?
  /// How tokens are chosen.
  public var samplingMode: GenerationOptions.SamplingMode
  /// Which notes the answer may use; all of them by default.
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
