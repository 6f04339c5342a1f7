/// A model that continues text, independent of the engine that runs it.
///
/// Conformers count tokens exactly as they evaluate them, or at least never too few, and evaluate the common prefix of
/// two successive requests once. `LlamaLanguageModel` runs GGUF files, `ServerLanguageModel` asks a server;
/// `ScriptedLanguageModel` is for tests. Most code uses a model through `LanguageModelSession` or
/// `SearchIndex.answer(to:using:)`, not directly.
public protocol LanguageModel: Sendable {
  /// The name of the model.
  var name: String { get }
  /// The window: the maximum number of tokens of a prompt and its reply together.
  var contextSize: Int { get }
  /// The model's capabilities beyond generating text.
  var capabilities: LanguageModelCapabilities { get }
  /// The thresholds below which the model's doubt becomes a refusal, if they were measured for it; `nil` by default.
  var refusalThresholds: RefusalThresholds? { get }
  /// How likely the model's answers from notes are right, if that was measured for it; `nil` by default.
  var measuredConfidence: MeasuredConfidence? { get }
  /// Whether the model can be used now.
  var availability: LanguageModelAvailability { get }

  /// Returns the exact number of tokens of the rendered request, without the reply.
  func tokenCount(for request: LanguageModelRequest) async throws -> Int
  /// Returns the exact number of tokens of a text inside a prompt, without special tokens.
  func tokenCount(of text: String) async throws -> Int

  /// Streams the reply: pieces of a thought if the request allows one, pieces of text, and one summary at the end.
  ///
  /// Throws `LanguageModelError.contextSizeExceeded` if the request leaves no room for a reply. Cancelling the task
  /// that iterates, or releasing the stream, stops the model within one token.
  func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error>

  /// Returns the logit of each candidate's first token right after the request, in the order of the candidates.
  ///
  /// A candidate without a token has the score −∞. With `layers`, counted from 0, the result also has what these layers
  /// compute for the last token, unless `capabilities` lacks `.activations`.
  ///
  /// Throws `LanguageModelError.unsupportedCapability` if `capabilities` lacks `.nextTokenScores`.
  func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String], layers: [Int]
  ) async throws -> NextTokenScores

  /// Evaluates a request ahead of others with the same prefix, so that they pay only for the rest.
  ///
  /// Returns the tokens of the request, and how many of them needed no evaluation.
  @discardableResult func prewarm(_ request: LanguageModelRequest) async throws -> GenerationSummary
}

extension LanguageModel {
  /// `nil`.
  public var refusalThresholds: RefusalThresholds? { nil }

  /// `nil`.
  public var measuredConfidence: MeasuredConfidence? { nil }

  /// Returns the logit of each candidate's first token right after the request, in the order of the candidates.
  public func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String]
  ) async throws -> NextTokenScores {
    try await nextTokenScores(after: request, candidates: candidates, layers: [])
  }

  /// Evaluates the request and generates nothing.
  @discardableResult public func prewarm(_ request: LanguageModelRequest) async throws -> GenerationSummary {
    var request = request
    request.options.maximumResponseTokens = 0
    request.reasoningTokens = 0
    for try await case .end(let summary) in generate(request) { return summary }
    throw CancellationError()
  }
}
