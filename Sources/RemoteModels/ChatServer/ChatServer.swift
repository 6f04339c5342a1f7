import JSONSchema
import LanguageModels

/// A model behind any server with OpenAI's `/v1/chat/completions`.
///
/// Tokens are estimated unless the server counts them, and the model writes its replies from the start.
struct ChatServer: ServerDialect {
  let client: ServerClient
  let model: String
  let kind: ChatServerKind
  let contextSize: Int
  private let estimate = PromptEstimate()

  init(_ client: ServerClient, model: String, kind: ChatServerKind, contextSize: Int) {
    (self.client, self.model, self.kind, self.contextSize) = (client, model, kind, contextSize)
  }

  var capabilities: LanguageModelCapabilities {
    switch kind {
    case .ollama: LanguageModelCapabilities([.schemas, .toolCalling])
    // vLLM continues a reply without a thought.
    case .vLLM: LanguageModelCapabilities([.schemas, .toolCalling, .replyPrefix])
    // Only Ollama says whether a model thinks.
    case .thinkingOllama, .other: LanguageModelCapabilities([.schemas, .toolCalling, .reasoning])
    }
  }

  func tokenCount(for request: LanguageModelRequest) async throws -> Int {
    guard kind == .vLLM else { return estimate.tokens(of: request) }
    guard !request.messages.isEmpty else { return 0 }
    return try await tokenize(messages(of: request))
  }

  func tokenCount(of text: String) async throws -> Int {
    guard kind == .vLLM else { return estimate.tokens(of: text) }
    return try await tokenize(["prompt": .string(text), "add_special_tokens": .bool(false)])
  }

  private func tokenize(_ body: KeyValuePairs<String, JSONValue?>) async throws -> Int {
    try await tokenize(.object(body))
  }

  private func tokenize(_ body: JSONValue) async throws -> Int {
    let body = JSONValue.object(["model": .string(model)]).merging(body)
    let reply = try await client.json(client.address.root + "/tokenize", body)
    guard let count = reply["count"]?.integer else {
      throw ServerError.invalidReply(address: client.address.base, reason: "it does not count tokens")
    }
    return count
  }

  /// The members of a body that say what was said so far.
  private func messages(of request: LanguageModelRequest) -> JSONValue {
    var messages = request.messages
    let continues = kind == .vLLM && !request.replyPrefix.isEmpty
    if continues { messages.append(.init(role: .assistant, content: request.replyPrefix)) }
    return .object([
      "messages": .array(messages.map(\.json)),
      "add_generation_prompt": kind == .vLLM ? .bool(!continues) : nil,
      "continue_final_message": continues ? .bool(true) : nil,
      "chat_template_kwargs": kind == .vLLM ? .object(["enable_thinking": .bool(false)]) : nil,
    ])
  }

  /// Streams the reply. If the thought reaches its limit, the model is asked again, without one.
  func generate(_ request: LanguageModelRequest, emit: (GenerationEvent) -> Void) async throws {
    guard request.reasoningTokens == 0 || capabilities.contains(.reasoning) else {
      throw LanguageModelError.unsupportedCapability(model: model, capability: "reasoning")
    }
    let thought = try await reply(to: request, emit: emit)
    guard thought > 0 else { return }
    var rest = request
    rest.reasoningTokens = 0
    _ = try await reply(to: rest) { event in
      guard case .end(var summary) = event else { return emit(event) }
      summary.replyTokens += thought
      summary.reasoningTokens = thought
      emit(.end(summary))
    }
  }

  /// Streams the reply. Returns the number of tokens of a thought that has reached its limit, or else 0.
  private func reply(to request: LanguageModelRequest, emit: (GenerationEvent) -> Void) async throws -> Int {
    let count = try await tokenCount(for: request)
    guard count < contextSize else {
      throw LanguageModelError.contextSizeExceeded(contextSize: contextSize, tokenCount: count)
    }
    let room = contextSize - count
    let reasoningLimit = ThoughtForm.limit(for: request, room: room)
    let limit = max(0, min(room - reasoningLimit, request.options.maximumResponseTokens ?? room))
    guard limit > 0 else {
      // The API cannot evaluate a prompt without a reply.
      emit(.end(GenerationSummary(promptTokens: count, cachedTokens: 0, replyTokens: 0, reason: .length)))
      return 0
    }
    var reply = ChatReply(
      stopSequences: request.stopSequences, isJSON: request.schema != nil, reasoningTokens: reasoningLimit)
    let body = JSONValue.object(["model": .string(model)]).merging(messages(of: request)).merging(
      options(of: request, limit: limit + reasoningLimit))
    do {
      try await client.events(client.address.base + "/chat/completions", body) { event in
        for part in try reply.take(event) { emit(part) }
        return !reply.isStopped && !reply.isOverthought
      }
    } catch ServerError.failed(let address, 404, let message) {
      throw try await unknownModel(address, message)
    } catch LanguageModelError.contextSizeExceeded(let size, let tokens) {
      throw LanguageModelError.contextSizeExceeded(
        contextSize: size > 0 ? size : contextSize, tokenCount: tokens > 0 ? tokens : count)
    }
    if reply.isOverthought { return reply.thoughtPieces }
    guard let reason = reply.reason else { throw ServerError.interrupted(address: client.address.base) }
    for part in reply.finish() { emit(part) }
    let evaluated = reply.promptTokens ?? 0
    if kind != .vLLM, evaluated > 0 {
      guard evaluated >= PromptEstimate.fewestTokens(of: request) else {
        throw ServerError.promptCut(address: client.address.base, evaluated: evaluated)
      }
      estimate.learn(evaluated, of: request)
    }
    emit(
      .end(
        GenerationSummary(
          promptTokens: evaluated > 0 ? evaluated : count, cachedTokens: reply.cachedTokens ?? 0,
          replyTokens: reply.replyTokens, reasoningTokens: reasoningLimit > 0 ? reply.thoughtTokens : 0,
          reason: reason)))
    return 0
  }

  private func options(of request: LanguageModelRequest, limit: Int) -> JSONValue {
    let options = request.options
    var sampling: (temperature: Double, threshold: Double?, count: Int?, seed: UInt64?) = (0, nil, nil, nil)
    let temperature = options.temperature ?? 1
    switch options.samplingMode?.kind {
    case .randomTopK(let count, let seed): sampling = (temperature, nil, count, seed)
    case .randomProbabilityThreshold(let threshold, let seed): sampling = (temperature, threshold, nil, seed)
    case .greedy, nil: break
    }
    let stops = request.stopSequences.filter { !$0.isEmpty }
    return .object([
      "stream": .bool(true), "stream_options": .object(["include_usage": .bool(true)]),
      "max_tokens": .integer(limit), "temperature": .double(sampling.temperature),
      "top_p": sampling.threshold.map { .double($0) },
      "top_k": sampling.count.map { .integer($0) },
      "seed": sampling.seed.map { .integer(Int($0 & 0x7FFF_FFFF)) },
      "stop": stops.isEmpty ? nil : .array(stops.map { .string($0) }),
      "response_format": request.schema.flatMap { try? JSONParser.parse($0) }.map(Self.format),
      // Without it, the model thinks.
      "reasoning_effort": kind == .thinkingOllama && request.reasoningTokens == 0 ? .string("none") : nil,
    ])
  }

  private static func format(_ schema: JSONValue) -> JSONValue {
    .object([
      "type": .string("json_schema"),
      "json_schema": .object(["name": .string("reply"), "strict": .bool(true), "schema": schema]),
    ])
  }

  private func unknownModel(_ address: String, _ message: String) async throws -> ServerError {
    let available = try await client.models()
    guard !available.contains(model) else { return .failed(address: address, status: 404, message: message) }
    return .unknownModel(ServerText.line(model), available: available, address: address)
  }

  func nextTokenScores(after request: LanguageModelRequest, candidates: [String]) throws -> NextTokenScores {
    throw LanguageModelError.unsupportedCapability(model: model, capability: "nextTokenScores")
  }
}
