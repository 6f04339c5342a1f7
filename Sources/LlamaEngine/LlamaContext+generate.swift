import CLlama
import LanguageModels

extension LlamaContext {
  /// Evaluates a prompt and says each piece of the reply as soon as it is certain.
  ///
  /// Returns quietly when `flag` is set.
  func generate(
    _ prompt: LlamaPrompt, _ request: LanguageModelRequest, unless flag: CancellationFlag,
    emit: @Sendable (GenerationEvent) -> Void
  ) throws {
    let room = contextSize - prompt.tokens.count
    let limit = max(0, min(room, request.options.maximumResponseTokens ?? room))
    let cached = try evaluate(prompt: prompt.tokens, unless: flag)
    let sampler = LlamaSampler(request.options)
    var text = ReplyText(stopSequences: request.stopSequences)
    var owesSpace = prompt.owesSpace
    var count = 0
    var reason = GenerationSummary.Reason.length
    while count < limit {
      if owesSpace { maskTokensWithoutSpace() }
      let token = sampler.sample(handle.context)
      if weights.vocabulary.isEnd(token) {
        reason = .complete
        break
      }
      count += 1
      var bytes = weights.vocabulary.bytes(of: token)
      if owesSpace, bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
      owesSpace = false
      let piece = text.append(bytes)
      if !piece.isEmpty { emit(.text(piece)) }
      if text.isStopped {
        reason = .complete
        break
      }
      if count < limit { try extend(with: token, unless: flag) }
    }
    let rest = text.finish()
    if !rest.isEmpty { emit(.text(rest)) }
    emit(
      .end(
        GenerationSummary(
          promptTokens: prompt.tokens.count, cachedTokens: cached, replyTokens: count, reason: reason)))
  }

  /// Leaves only tokens that begin with a space: the one that the reply's prefix was promised.
  ///
  /// Where the vocabulary has none, all are left.
  private func maskTokensWithoutSpace() {
    let tokens = tokensWithSpace
    guard tokens.contains(true), let logits = llama_get_logits_ith(handle.context, -1) else { return }
    for (token, hasSpace) in tokens.enumerated() where !hasSpace { logits[token] = -.infinity }
  }

  /// The logit of each token right after a prompt; −∞ for a candidate without a token.
  func scores(
    after prompt: LlamaPrompt, of candidates: [llama_token?], unless flag: CancellationFlag
  ) throws -> [Double] {
    _ = try evaluate(prompt: prompt.tokens, unless: flag)
    return try withLogits { logits in
      candidates.map { token in token.map { Double(logits[Int($0)]) } ?? -.infinity }
    }
  }
}
