public import Embedding
public import LanguageModels
public import VectorStore

/// Options for answering a question. The defaults are those that performed best on two cores.
///
///     let options = AnswerOptions(replyTokens: 400, filter: SearchFilter(tags: ["work"]))
///     let answer = try await notes.answer(to: "What is due?", using: model, options: options)
public struct AnswerOptions: Sendable {
  /// The maximum number of tokens in the prompt's passages. Every 100 tokens take half a second on two cores.
  public var passageTokens: Int
  /// The number of tokens to which the passages are shortened: to the sentences that have most of the question, with
  /// what is around them. A note that the best mention is read with up to 120 tokens more. From `passageTokens` on,
  /// passages are read whole, as they always are for structured answers.
  public var evidenceTokens: Int
  /// The maximum number of passages in the prompt. With more than three to five, answers did not improve.
  public var passageLimit: Int
  /// The maximum number of tokens in the reply, for which the prompt leaves room.
  public var replyTokens: Int
  /// The thresholds at which the model's doubt becomes a refusal; `nil` uses the model's own. If it has none
  /// either, it is not asked whether the sources state the answer.
  public var refusalThresholds: RefusalThresholds?
  /// How tokens are sampled.
  public var samplingMode: GenerationOptions.SamplingMode
  /// The divisor of the logits before random sampling; `nil` is 1.
  public var temperature: Double?
  /// How long the model may think before it answers; with `nil`, it answers at once. The limit of the reply does not
  /// include the thought.
  public var reasoningLevel: ContextOptions.ReasoningLevel?
  /// Which notes the answer may use; all of them by default.
  public var filter: SearchFilter
  /// Decides the order of the best twenty passages; `nil` leaves them as the search ranked them. Whether a question is
  /// refused does not depend on it.
  public var reranker: (any Reranker)?
  /// Whether the best passages are read, or all that the question asks for.
  public var breadth: Breadth
  /// Whether the checks before the answer may refuse it. Without them, evaluations learn what would have been answered.
  package var refuses = true
  /// The layers whose outputs are read at the end of each prompt, for evaluations.
  package var layers: [Int] = []

  /// How many of the notes an answer takes into account.
  public enum Breadth: Sendable, Hashable, Codable {
    /// All matching lines, without asking the model, for questions such as "Which notes mention …?", "List all …",
    /// "How many …?" and "When did we last …?"; the best passages for all others.
    case automatic
    /// All matching lines, if any, whatever the question's form.
    case all
    /// The best passages.
    case best
  }

  /// Creates options.
  public init(
    passageTokens: Int = 1200, evidenceTokens: Int = 350, passageLimit: Int = 4, replyTokens: Int = 256,
    refusalThresholds: RefusalThresholds? = nil,
    samplingMode: GenerationOptions.SamplingMode = .greedy, reasoningLevel: ContextOptions.ReasoningLevel? = nil,
    filter: SearchFilter = SearchFilter(), reranker: (any Reranker)? = nil, breadth: Breadth = .automatic
  ) {
    self.passageTokens = passageTokens
    self.evidenceTokens = evidenceTokens
    self.passageLimit = passageLimit
    self.replyTokens = replyTokens
    self.refusalThresholds = refusalThresholds
    self.samplingMode = samplingMode
    self.reasoningLevel = reasoningLevel
    self.filter = filter
    self.reranker = reranker
    self.breadth = breadth
  }
}
