public import Foundation
public import LanguageModels

/// A language model in a GGUF file, run by llama.cpp in this process.
///
///     let model = try await LlamaLanguageModel(contentsOf: "models/qwen2.5-1.5b.gguf", contextSize: 4096)
///
/// Copies of a value share one model and one KV cache, which are freed with the last copy. Requests are answered one at
/// a time. The prefix that a request shares with the previous one is not evaluated again, so put constant text first.
///
/// Only the chat template produces control tokens: their names inside a message are plain text.
public struct LlamaLanguageModel: LanguageModel {
  /// The name by which the model is known here, or the file's name without its extension.
  public package(set) var name: String
  /// The window in tokens: as requested, but at most what the model was trained on.
  public let contextSize: Int
  /// All but `.schemas`, and `.reasoning` only if the chat template knows thoughts.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities(
      [.nextTokenScores, .activations, .guidedGeneration, .replyPrefix, .toolCalling]
        + (template?.thought == nil ? [] : [.reasoning]))
  }
  /// How conversations are formatted for the model.
  public private(set) var chatFormat: ChatFormat
  /// The compiled template of `chatFormat`, if it has one.
  private var template: ChatTemplate?
  /// The thresholds below which the model's doubt becomes a refusal. The catalogue has them for a few models, files do
  /// not.
  public var refusalThresholds: RefusalThresholds?
  /// How likely the model's answers from notes are right. The catalogue knows it of a few models.
  public var measuredConfidence: MeasuredConfidence?
  /// The folder in which `prewarm` saves the evaluated prefix for later processes; `nil` saves nothing.
  public var frontsFolder: String?
  /// Called with the progress of a prompt, before each batch of tokens and after the last. It runs on the model's own
  /// thread and must not block.
  public var onProgress: (@Sendable (EvaluationProgress) -> Void)?
  /// How the model is evaluated, as measured on this machine.
  public var tuning: MachineTuning { context.tuning }
  private let context: LlamaContext

  /// Memory-maps a model, at about a second per gigabyte. The window takes memory in addition to the weights.
  ///
  /// The first time, this measures for a few tenths of a second how weights of this type are evaluated fastest (see
  /// `MachineTuning`) and saves the result in `tuningFolder`; with `nil`, each process measures. `threads` overrides
  /// the measured number of threads; fewer are used while other processes need the processor. `chatFormat` overrides
  /// the file's template.
  ///
  /// Throws `LlamaError` if the file is missing, truncated, damaged, unsupported or too large for memory.
  public init(
    contentsOf path: String, contextSize: Int = 4096, threads: Int? = nil, chatFormat: ChatFormat? = nil,
    tuningFolder: String? = nil
  ) async throws {
    let context = try await LlamaContext.load(
      contentsOf: path, contextSize: contextSize, threads: threads.map { min(max(1, $0), 512) },
      tuningFolder: tuningFolder)
    self.context = context
    self.chatFormat = chatFormat ?? context.weights.chatTemplate.map { .template($0) } ?? .plain
    self.contextSize = context.contextSize
    name = context.weights.name
    template = try Self.template(of: self.chatFormat, for: context.weights)
  }

  /// Loads a model from a file URL, as `init(contentsOf:contextSize:threads:chatFormat:tuningFolder:)` does from a
  /// path. Throws for any other URL.
  public init(
    contentsOf url: URL, contextSize: Int = 4096, threads: Int? = nil, chatFormat: ChatFormat? = nil,
    tuningFolder: String? = nil
  ) async throws {
    try await self.init(
      contentsOf: try LlamaError.path(of: url), contextSize: contextSize, threads: threads, chatFormat: chatFormat,
      tuningFolder: tuningFolder)
  }

  /// Returns the same model, sharing weights and KV cache, with another chat format.
  ///
  /// Throws `LlamaError.invalidChatTemplate` if its template cannot be used.
  public func formatted(as chatFormat: ChatFormat) throws -> LlamaLanguageModel {
    var model = self
    model.chatFormat = chatFormat
    model.template = try Self.template(of: chatFormat, for: context.weights)
    return model
  }

  private static func template(of format: ChatFormat, for weights: LlamaWeights) throws -> ChatTemplate? {
    guard case .template(let source) = format else { return nil }
    do {
      return try ChatTemplate(
        source, beginning: weights.vocabulary.beginningText, end: weights.vocabulary.endText)
    } catch {
      throw LlamaError.invalidChatTemplate(model: weights.name, reason: ChatTemplate.reason(of: error))
    }
  }

  /// Returns the number of tokens of the formatted request. Does not wait for a running reply.
  public func tokenCount(for request: LanguageModelRequest) throws -> Int { try prompt(for: request).count }

  /// Returns the number of tokens of a text by itself. Does not wait for a running reply.
  public func tokenCount(of text: String) -> Int { context.weights.vocabulary.tokens(of: text).count }

  /// Streams the reply. Only what follows the prefix shared with the previous request is evaluated.
  ///
  /// Cancellation takes effect within one operation of the model's graph, even in prefill. Evaluated tokens stay
  /// cached.
  public func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
    AsyncThrowingStream { continuation in
      let flag = CancellationFlag()
      continuation.onTermination = { _ in flag.set() }
      Task {
        do {
          let prompt = try fittingPrompt(for: request)
          try await context.generate(prompt, request, unless: flag, onProgress: onProgress ?? { _ in }) {
            continuation.yield($0)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  /// Evaluates the constant beginning of later requests, so that they pay only for the rest.
  ///
  /// The prefix that a later request shares with `request`, in steps of 16 tokens, is not evaluated again. With a
  /// `frontsFolder`, the state is saved there, one file per model and request (28 KB per token with 1.5 billion
  /// parameters, at most 16 files), and read in milliseconds the next time. If a file cannot be read or written, the
  /// request is evaluated instead.
  @discardableResult public func prewarm(_ request: LanguageModelRequest) async throws -> GenerationSummary {
    let tokens = try frontTokens(of: request)
    let flag = CancellationFlag()
    let done = try await withTaskCancellationHandler {
      try await context.prewarm(tokens, savedIn: frontsFolder, unless: flag)
    } onCancel: {
      flag.set()
    }
    return GenerationSummary(
      promptTokens: done.tokens, cachedTokens: done.kept + done.read, replyTokens: 0, reason: .length)
  }

  /// Returns the tokens of a request that every continuation of it shares: without those that close the prompt.
  private func frontTokens(of request: LanguageModelRequest) throws -> [Int32] {
    var (one, other) = (request, request)
    if let last = request.messages.indices.last, request.messages[last].role == .user {
      other.messages[last].content += " and more"
    } else {
      one.messages.append(.init(role: .user, content: "less"))
      other.messages.append(.init(role: .user, content: "more"))
    }
    return zip(try prompt(for: one).tokens, try prompt(for: other).tokens).prefix { $0 == $1 }.map(\.0)
  }

  /// Returns the logit of each candidate's first token, tokenized as a continuation of the request.
  ///
  /// A candidate without a token has the score −∞.
  public func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String], layers: [Int]
  ) async throws -> NextTokenScores {
    var request = request
    request.reasoningTokens = 0
    let prompt = try fittingPrompt(for: request)
    let tokens = candidates.map { prompt.firstToken(of: $0) }
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await context.scores(
        after: prompt, of: tokens, layers: layers, unless: flag, onProgress: onProgress ?? { _ in })
    } onCancel: {
      flag.set()
    }
  }

  /// Returns the tokens evaluated for a request.
  package func promptTokens(for request: LanguageModelRequest) throws -> [Int32] { try prompt(for: request).tokens }

  /// Returns the tokens of a text. Names of control tokens in it become those tokens only if `parsingControlTokens`.
  package func tokens(of text: String, parsingControlTokens: Bool) -> [Int32] {
    context.weights.vocabulary.tokens(of: text, parsingSpecial: parsingControlTokens)
  }

  /// Returns the text of tokens; control tokens have none.
  package func text(of tokens: [Int32]) -> String {
    String(decoding: tokens.flatMap { context.weights.vocabulary.bytes(of: $0) }, as: UTF8.self)
  }

  /// Whether a grammar allows a whole text, token by token.
  package func grammar(_ grammar: String, allows text: String) async throws -> Bool {
    try await context.grammar(grammar, allows: text)
  }

  private func prompt(for request: LanguageModelRequest) throws -> LlamaPrompt {
    let thinks = request.reasoningTokens > 0
    if thinks, template?.thought == nil {
      throw LanguageModelError.unsupportedCapability(model: name, capability: "reasoning")
    }
    let pieces: [ChatPiece]
    do {
      pieces =
        try template?.pieces(of: request.messages, thinks: thinks)
        ?? request.messages.flatMap { [.content($0.content), .template("\n\n")] }
    } catch {
      throw LlamaError.unsupportedConversation(model: name, reason: ChatTemplate.reason(of: error))
    }
    let vocabulary = context.weights.vocabulary
    var prompt = LlamaPrompt(pieces, replyPrefix: thinks ? "" : request.replyPrefix, vocabulary: vocabulary)
    prompt.thought =
      thinks
      ? template?.thought.map { LlamaThought($0, replyPrefix: request.replyPrefix, vocabulary: vocabulary) } : nil
    guard !prompt.tokens.isEmpty else { throw LlamaError.unsupportedConversation(model: name, reason: "it is empty") }
    return prompt
  }

  private func fittingPrompt(for request: LanguageModelRequest) throws -> LlamaPrompt {
    let prompt = try prompt(for: request)
    guard prompt.count < contextSize else {
      throw LanguageModelError.contextSizeExceeded(contextSize: contextSize, tokenCount: prompt.count)
    }
    return prompt
  }
}
