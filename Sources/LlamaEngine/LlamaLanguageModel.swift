public import Foundation
public import LanguageModels

/// A language model in a GGUF file, run by llama.cpp in this process.
///
///     let model = try await LlamaLanguageModel(contentsOf: "models/qwen2.5-1.5b.gguf", contextSize: 4096)
///
/// Values share one model and one memory of evaluated tokens, freed with the last of them. Requests are answered one
/// after the other; the tokens that a request has in common with the one before it, counted from the beginning, are
/// not evaluated again, so what does not change belongs in front.
///
/// Control tokens are the template's alone: their names within a message are text.
public struct LlamaLanguageModel: LanguageModel {
  /// The file's name without its ending.
  public let name: String
  /// The window in tokens: as asked for, but never more than the model was trained on.
  public let contextSize: Int
  /// `.nextTokenScores`, `.guidedGeneration` and `.toolCalling`.
  public let capabilities = LanguageModelCapabilities([.nextTokenScores, .guidedGeneration, .toolCalling])
  /// How conversations are written down for the model.
  public private(set) var chatFormat: ChatFormat
  /// Where the model's own doubt becomes a refusal. A file does not say: the catalogue has them for a few models.
  public var refusalCuts: RefusalCuts?
  /// Where `prewarm` keeps what it evaluated, for later processes; `nil` keeps nothing.
  public var frontsFolder: String?
  /// Is told how far a prompt has been read, before each batch of tokens and after the last; called on the model's own
  /// thread, so it must not wait.
  public var onProgress: (@Sendable (EvaluationProgress) -> Void)?
  /// What was measured of this machine, and decides how the model is evaluated.
  public var tuning: MachineTuning { context.tuning }
  private let context: LlamaContext

  /// Maps a model into memory: about a second for each gigabyte, and beside the weights the memory of the window.
  ///
  /// The first time, it is measured how weights of this type are evaluated fastest (see `MachineTuning`; a few tenths
  /// of a second), and kept in `tuningFolder`; `nil` keeps nothing, so that each process measures. `threads` is the
  /// most that are used in place of what was measured best; fewer are, while other processes want the processor.
  /// `chatFormat` overrides the template that the file carries.
  ///
  /// Throws `LlamaError` where the file is missing, cut off, damaged, unsupported or too large for the memory.
  public init(
    contentsOf path: String, contextSize: Int = 4096, threads: Int? = nil, chatFormat: ChatFormat? = nil,
    tuningFolder: String? = nil
  ) async throws {
    let context = try await LlamaContext.load(
      contentsOf: path, contextSize: contextSize, threads: threads.map { min(max(1, $0), 512) },
      tuningFolder: tuningFolder)
    guard let chatFormat = chatFormat ?? ChatFormat(templateInFile: context.weights.chatTemplate) else {
      throw LlamaError.unknownChatTemplate(path: path)
    }
    self.context = context
    self.chatFormat = chatFormat
    self.contextSize = context.contextSize
    name = context.weights.name
  }

  /// As `init(contentsOf:contextSize:threads:chatFormat:tuningFolder:)` with a path; a URL that is not one of a file is
  /// an error.
  public init(
    contentsOf url: URL, contextSize: Int = 4096, threads: Int? = nil, chatFormat: ChatFormat? = nil,
    tuningFolder: String? = nil
  ) async throws {
    try await self.init(
      contentsOf: try LlamaError.path(of: url), contextSize: contextSize, threads: threads, chatFormat: chatFormat,
      tuningFolder: tuningFolder)
  }

  /// The same model in the same memory, that writes conversations down in another way.
  public func formatted(as chatFormat: ChatFormat) -> LlamaLanguageModel {
    var model = self
    model.chatFormat = chatFormat
    return model
  }

  /// The tokens that the written-down request evaluates to; waits for no reply.
  public func tokenCount(for request: LanguageModelRequest) throws -> Int { try prompt(for: request).tokens.count }

  /// The tokens of a text by itself; waits for no reply.
  public func tokenCount(of text: String) -> Int { context.weights.vocabulary.tokens(of: text).count }

  /// Streams the reply, evaluating what the request does not share with the one before it.
  ///
  /// Cancelling stops within one operation of the model's graph, also while the prompt is evaluated; what was
  /// evaluated until then is kept.
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

  /// Brings the unchanging front of coming requests into memory, so that they pay only for what follows it.
  ///
  /// The front is `request` as it is written down; what a coming request has in common with it, counted from the
  /// beginning and in steps of 16 tokens, is not evaluated again. Where there is a `frontsFolder` the front is saved
  /// there, a file for each model and front (28 KB a token with 1.5 billion parameters, at most 16 files), and read in
  /// milliseconds the next time. A file that cannot be read or written costs the evaluation, nothing else.
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

  /// The tokens of a request as far as every longer one shares them: without what closes the prompt.
  private func frontTokens(of request: LanguageModelRequest) throws -> [Int32] {
    var longer = request
    if let last = request.messages.indices.last, request.messages[last].role == .user {
      longer.messages[last].content += " and more"
    } else {
      longer.messages.append(.init(role: .user, content: "more"))
    }
    return zip(try prompt(for: request).tokens, try prompt(for: longer).tokens).prefix { $0 == $1 }.map(\.0)
  }

  /// The logits of each candidate's first token, as it is tokenized where it continues the request.
  ///
  /// A candidate without a token has the score −∞.
  public func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String]
  ) async throws -> NextTokenScores {
    let prompt = try fittingPrompt(for: request)
    let tokens = candidates.map { prompt.firstToken(of: $0) }
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await context.scores(after: prompt, of: tokens, unless: flag, onProgress: onProgress ?? { _ in })
    } onCancel: {
      flag.set()
    }
  }

  /// The tokens that a request evaluates to.
  package func promptTokens(for request: LanguageModelRequest) throws -> [Int32] { try prompt(for: request).tokens }

  /// The tokens of a text, where names of control tokens in it are text or, as in a template, those tokens.
  package func tokens(of text: String, parsingControlTokens: Bool) -> [Int32] {
    context.weights.vocabulary.tokens(of: text, parsingSpecial: parsingControlTokens)
  }

  /// The text that tokens stand for; nothing for control tokens.
  package func text(of tokens: [Int32]) -> String {
    String(decoding: tokens.flatMap { context.weights.vocabulary.bytes(of: $0) }, as: UTF8.self)
  }

  /// Whether a grammar allows a whole text, token by token.
  package func grammar(_ grammar: String, allows text: String) async throws -> Bool {
    try await context.grammar(grammar, allows: text)
  }

  private func prompt(for request: LanguageModelRequest) throws -> LlamaPrompt {
    guard let prompt = LlamaPrompt(request, format: chatFormat, vocabulary: context.weights.vocabulary) else {
      throw LlamaError.unsupportedConversation(model: name, reason: "it leaves a message out, or repeats one")
    }
    guard !prompt.tokens.isEmpty else { throw LlamaError.unsupportedConversation(model: name, reason: "it is empty") }
    return prompt
  }

  private func fittingPrompt(for request: LanguageModelRequest) throws -> LlamaPrompt {
    let prompt = try prompt(for: request)
    guard prompt.tokens.count < contextSize else {
      throw LanguageModelError.contextSizeExceeded(contextSize: contextSize, tokenCount: prompt.tokens.count)
    }
    return prompt
  }
}
