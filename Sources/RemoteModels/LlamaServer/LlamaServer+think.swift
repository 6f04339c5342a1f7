import JSONSchema
import LanguageModels

extension LlamaServer {
  /// Lets the model think, and returns what the prompt of the reply adds to that of the thought, as tokens.
  ///
  /// The server shows the thought as text, which is tokenized again.
  func think(
    _ form: ThoughtForm, after prompt: LlamaServerPrompt, limit: Int, for request: LanguageModelRequest,
    emit: (GenerationEvent) -> Void
  ) async throws -> (tokens: [Int], cachedTokens: Int) {
    var text = ""
    var cachedTokens = 0
    var isClosed = false
    if limit > 0 {
      // The token that closes a thought is no text unless it is preserved.
      let body = JSONValue.object([
        "prompt": .array(prompt.tokens.map { .integer($0) }), "n_predict": .integer(limit), "stream": .bool(true),
        "cache_prompt": .bool(true), "stop": .array([.string(form.closing)]),
        "preserved_tokens": .array([.string(form.closing)]), "model": client.address.model.map { .string($0) },
      ])
      .merging(ThoughtForm.sampling(for: request.options).samplers)
      var isEnded = false
      try await client.events(client.address.root + "/completion", body) { event in
        let piece = event["content"]?.string ?? ""
        text += piece
        if !piece.isEmpty { emit(.reasoning(piece)) }
        guard event["stop"] == .bool(true) else { return true }
        (isEnded, isClosed) = (true, event["stop_type"]?.string == "word")
        cachedTokens = event["timings"]?["cache_n"]?.integer ?? 0
        return false
      }
      guard isEnded else { throw ServerError.interrupted(address: client.address.base) }
    }
    let thought = try await tokenizer.tokens(of: text)
    let end = try await tokens(of: isClosed ? form.closing + form.resumption : form.interruption, before: request)
    return (thought + end, cachedTokens)
  }

  /// Returns the number of tokens between a thought that has reached its limit and the reply.
  func endOfThought(for request: LanguageModelRequest) async throws -> Int {
    guard request.reasoningTokens > 0, let form = template.thought else { return 0 }
    return try await tokens(of: form.interruption, before: request).count
  }

  /// Returns the tokens of a part of the template and of the reply's prefix, which follows it.
  private func tokens(of text: String, before request: LanguageModelRequest) async throws -> [Int] {
    try await LlamaServerPrompt(
      [.template(text)], replyPrefix: request.replyPrefix, tokenizer: tokenizer, isBeginning: false
    ).tokens
  }
}
