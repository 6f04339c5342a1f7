/// A model that continues text, whatever runs it.
///
/// Conformers count tokens exactly as they will evaluate them, and evaluate a common prefix of two requests once.
public protocol LanguageModel: Sendable {
  /// The name that people know the model by.
  var name: String { get }
  /// The window: the most tokens that a prompt and its reply may have together.
  var contextSize: Int { get }
  /// What the model can do beyond generating text.
  var capabilities: LanguageModelCapabilities { get }
  /// Where the model's own doubt becomes a refusal, if that was measured for it; `nil` unless a model says otherwise.
  var refusalCuts: RefusalCuts? { get }
  /// Whether the model can be asked now.
  var availability: LanguageModelAvailability { get }

  /// The exact number of tokens that the rendered request evaluates to, reply not included.
  func tokenCount(for request: LanguageModelRequest) async throws -> Int
  /// The exact number of tokens of a text that stands inside a prompt, no special tokens added.
  func tokenCount(of text: String) async throws -> Int

  /// Streams the reply: pieces of text, and one summary at the end.
  ///
  /// Throws `LanguageModelError.contextSizeExceeded` where the request leaves no room for a token of the reply.
  /// Cancelling the task that iterates stops the model within one token, and so does letting go of the stream.
  func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error>

  /// The logits of each candidate's first token right after the request, in order of the candidates.
  ///
  /// A candidate without a token has the score −∞.
  ///
  /// Throws `LanguageModelError.unsupportedCapability` where `capabilities` lacks `.nextTokenScores`.
  func nextTokenScores(after request: LanguageModelRequest, candidates: [String]) async throws -> NextTokenScores

  /// Makes ready for requests that begin like this one, so that they pay only for what follows.
  ///
  /// Returns what it came to: the tokens of the request, and those of them that needed no evaluation.
  @discardableResult func prewarm(_ request: LanguageModelRequest) async throws -> GenerationSummary
}

extension LanguageModel {
  /// None.
  public var refusalCuts: RefusalCuts? { nil }

  /// Has the request evaluated, and nothing written.
  @discardableResult public func prewarm(_ request: LanguageModelRequest) async throws -> GenerationSummary {
    var request = request
    request.options.maximumResponseTokens = 0
    for try await case .end(let summary) in generate(request) { return summary }
    throw CancellationError()
  }
}
