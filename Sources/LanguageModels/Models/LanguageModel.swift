/// A model that continues text, independent of the engine that runs it.
///
/// Conformers count tokens exactly as they evaluate them, and evaluate the common prefix of two successive requests
/// once. `LlamaLanguageModel` runs GGUF files; `ScriptedLanguageModel` is for tests. Most code uses a model through
/// `LanguageModelSession` or `SearchIndex.answer(to:using:)`, not directly.
public protocol LanguageModel: Sendable {
  /// The name of the model, for people.
  var name: String { get }
  /// The window: the most tokens that a prompt and its reply may have together.
  var contextSize: Int { get }
  /// What the model can do beyond generating text.
  var capabilities: LanguageModelCapabilities { get }
  /// Where the model's doubt becomes a refusal, if that was measured for it; `nil` by default.
  var refusalCuts: RefusalCuts? { get }
  /// Whether the model can be asked now.
  var availability: LanguageModelAvailability { get }

  /// The exact number of tokens of the rendered request, without the reply.
  func tokenCount(for request: LanguageModelRequest) async throws -> Int
  /// The exact number of tokens of a text inside a prompt, without special tokens.
  func tokenCount(of text: String) async throws -> Int

  /// Streams the reply: pieces of text, and one summary at the end.
  ///
  /// Throws `LanguageModelError.contextSizeExceeded` if the request leaves no room for a reply. Cancelling the task
  /// that iterates, or releasing the stream, stops the model within one token.
  func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error>

  /// The logits of each candidate's first token right after the request, in the order of the candidates.
  ///
  /// A candidate without a token has the score −∞.
  ///
  /// Throws `LanguageModelError.unsupportedCapability` if `capabilities` lacks `.nextTokenScores`.
  func nextTokenScores(after request: LanguageModelRequest, candidates: [String]) async throws -> NextTokenScores

  /// Evaluates a request ahead of others that begin like it, so that they pay only for the rest.
  ///
  /// Returns the tokens of the request, and how many of them needed no evaluation.
  @discardableResult func prewarm(_ request: LanguageModelRequest) async throws -> GenerationSummary
}

extension LanguageModel {
  /// None.
  public var refusalCuts: RefusalCuts? { nil }

  /// Evaluates the request and writes nothing.
  @discardableResult public func prewarm(_ request: LanguageModelRequest) async throws -> GenerationSummary {
    var request = request
    request.options.maximumResponseTokens = 0
    for try await case .end(let summary) in generate(request) { return summary }
    throw CancellationError()
  }
}
