import Foundation
import JSONSchema
import LanguageModels

/// A model behind llama.cpp's own server, asked through its native endpoints: everything that the model can do in this
/// process, it can do there.
///
/// Messages are formatted by the server's template and tokenized by the server, with names of control tokens in them as
/// plain text; the prompt is sent as tokens. So counts are exact, and a text cannot become a control token.
struct LlamaServer: ServerDialect {
  let client: ServerClient
  let tokenizer: LlamaServerTokenizer
  let template: LlamaServerTemplate
  let contextSize: Int
  let capabilities: LanguageModelCapabilities

  /// - Parameter properties: What the server said for `/props`.
  init(_ client: ServerClient, properties: JSONValue, contextSize: Int) async throws {
    self.client = client
    let window = properties["default_generation_settings"]?["n_ctx"]?.integer ?? contextSize
    self.contextSize = min(contextSize, max(1, window))
    tokenizer = LlamaServerTokenizer(client)
    template = LlamaServerTemplate(client, source: properties["chat_template"]?.string ?? "")
    capabilities = LanguageModelCapabilities(
      [.nextTokenScores, .guidedGeneration, .replyPrefix, .toolCalling]
        + (template.thought == nil ? [] : [.reasoning]))
  }

  func tokenCount(for request: LanguageModelRequest) async throws -> Int {
    let prompt = try await prompt(for: request)
    return prompt.tokens.count + (try await endOfThought(for: request))
  }

  func tokenCount(of text: String) async throws -> Int { try await tokenizer.tokens(of: text).count }

  func generate(_ request: LanguageModelRequest, emit: (GenerationEvent) -> Void) async throws {
    let prompt = try await fittingPrompt(for: request)
    var tokens = prompt.tokens
    var cached: Int?
    if request.reasoningTokens > 0, let form = template.thought {
      let room = contextSize - tokens.count - (try await endOfThought(for: request))
      let limit = ThoughtForm.limit(for: request, room: room)
      let thought = try await think(form, after: prompt, limit: limit, for: request, emit: emit)
      tokens += thought.tokens
      cached = thought.cachedTokens
    }
    let thoughtTokens = tokens.count - prompt.tokens.count
    let room = contextSize - tokens.count
    let limit = max(0, min(room, request.options.maximumResponseTokens ?? room))
    var text = ReplyText(stopSequences: request.stopSequences)
    var owesSpace = request.replyPrefix.hasSuffix(" ")
    var summary: GenerationSummary?
    func show(_ bytes: some Collection<UInt8>) {
      let piece = text.append(bytes)
      if !piece.isEmpty { emit(.text(piece)) }
    }
    let body = JSONValue.object([
      "prompt": .array(tokens.map { .integer($0) }), "n_predict": .integer(limit), "stream": .bool(true),
      "cache_prompt": .bool(true), "stop": .array(request.stopSequences.filter { !$0.isEmpty }.map { .string($0) }),
      "grammar": grammar(of: request, owesSpace: owesSpace).map { .string($0) },
      "model": client.address.model.map { .string($0) },
    ])
    .merging(request.options.samplers)
    try await client.events(client.address.root + "/completion", body) { event in
      var bytes = Array((limit > 0 ? event["content"]?.string ?? "" : "").utf8)[...]
      if owesSpace, let first = bytes.first {
        if first == UInt8(ascii: " ") { bytes.removeFirst() }
        owesSpace = false
      }
      show(bytes)
      guard event["stop"] == .bool(true) else { return true }
      // The server counts the token that ends a reply.
      let isEnded = event["stop_type"]?.string == "eos"
      summary = GenerationSummary(
        promptTokens: prompt.tokens.count, cachedTokens: cached ?? event["timings"]?["cache_n"]?.integer ?? 0,
        replyTokens: thoughtTokens
          + (limit == 0 ? 0 : (event["tokens_predicted"]?.integer ?? 0) - (isEnded ? 1 : 0)),
        reasoningTokens: thoughtTokens,
        reason: event["stop_type"]?.string == "limit" ? .length : .complete)
      return false
    }
    guard let summary else { throw ServerError.interrupted(address: client.address.base) }
    let rest = text.finish()
    if !rest.isEmpty { emit(.text(rest)) }
    emit(.end(summary))
  }

  /// Returns the request's grammar, or one that lets the reply begin with the space that ends the prefix.
  ///
  /// A prompt that ends in a lone space is one that the model has never seen.
  private func grammar(of request: LanguageModelRequest, owesSpace: Bool) -> String? {
    owesSpace && request.grammar == nil ? #"root ::= " " .*"# : request.grammar
  }

  func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String]
  ) async throws -> NextTokenScores {
    var request = request
    request.reasoningTokens = 0
    let prompt = try await fittingPrompt(for: request)
    var tokens: [Int?] = []
    for candidate in candidates { tokens.append(try await prompt.firstToken(of: candidate, by: tokenizer)) }
    let wanted = Set(tokens.compactMap(\.self))
    guard !wanted.isEmpty else {
      let none = candidates.map { _ in -Double.infinity }
      return NextTokenScores(scores: none, promptTokens: prompt.tokens.count, cachedTokens: 0)
    }
    // A bias makes the candidates the likeliest tokens. It adds the same to each, so their differences stay.
    let reply = try await client.json(
      client.address.root + "/completion",
      .object([
        "prompt": .array(prompt.tokens.map { .integer($0) }), "n_predict": .integer(1), "cache_prompt": .bool(true),
        "n_probs": .integer(wanted.count), "post_sampling_probs": .bool(true),
        "samplers": .array([.string("temperature")]), "temperature": .integer(1),
        "logit_bias": .array(wanted.map { .array([.integer($0), .integer(Self.bias)]) }),
        "model": client.address.model.map { .string($0) },
      ]))
    let likeliest = reply["completion_probabilities"]?.elements.first?["top_probs"]?.elements
    guard let likeliest else {
      throw ServerError.invalidReply(address: client.address.base, reason: "its reply has no probabilities")
    }
    var scores: [Int: Double] = [:]
    for entry in likeliest {
      if let token = entry["id"]?.integer, let share = entry["prob"]?.double, share > 0 {
        scores[token] = log(share)
      }
    }
    return NextTokenScores(
      scores: tokens.map { token in token.flatMap { scores[$0] } ?? -.infinity }, promptTokens: prompt.tokens.count,
      cachedTokens: reply["timings"]?["cache_n"]?.integer ?? 0)
  }

  /// Far above any difference of logits.
  private static let bias = 200

  /// Returns the prompt up to the reply or, if the request allows a thought, up to that.
  private func prompt(for request: LanguageModelRequest) async throws -> LlamaServerPrompt {
    let thinks = request.reasoningTokens > 0
    if thinks, template.thought == nil {
      throw LanguageModelError.unsupportedCapability(model: client.modelName, capability: "reasoning")
    }
    let pieces = try await template.pieces(of: request.messages, thinks: thinks)
    let prompt = try await LlamaServerPrompt(
      pieces, replyPrefix: thinks ? "" : request.replyPrefix, tokenizer: tokenizer)
    guard !prompt.tokens.isEmpty else {
      throw ServerError.invalidReply(address: client.address.base, reason: "its template made nothing of the messages")
    }
    return prompt
  }

  private func fittingPrompt(for request: LanguageModelRequest) async throws -> LlamaServerPrompt {
    let prompt = try await prompt(for: request)
    let count = prompt.tokens.count + (try await endOfThought(for: request))
    guard count < contextSize else {
      throw LanguageModelError.contextSizeExceeded(contextSize: contextSize, tokenCount: count)
    }
    return prompt
  }
}

extension GenerationOptions {
  /// The samplers of llama-server that do what `LlamaLanguageModel` does.
  ///
  /// All of its own, such as penalties, are turned off.
  var samplers: JSONValue {
    let temperature = temperature ?? 1
    switch samplingMode?.kind {
    case .randomTopK(let count, let seed) where temperature > 0:
      return .object([
        "samplers": .array([.string("top_k"), .string("temperature")]), "top_k": .integer(max(1, count)),
        "temperature": .double(temperature), "seed": seed.map { .integer($0.serverSeed) },
      ])
    case .randomProbabilityThreshold(let threshold, let seed) where temperature > 0:
      return .object([
        "samplers": .array([.string("top_p"), .string("temperature")]), "top_p": .double(min(1, max(0, threshold))),
        "temperature": .double(temperature), "seed": seed.map { .integer($0.serverSeed) },
      ])
    default: return .object(["samplers": .array([.string("temperature")]), "temperature": .integer(0)])
    }
  }
}

extension UInt64 {
  /// The seed in the 32 bits that llama.cpp takes, without the largest, which stands for a random one.
  fileprivate var serverSeed: Int { Int(Swift.min(UInt32(truncatingIfNeeded: self ^ (self >> 32)), UInt32.max - 1)) }
}
