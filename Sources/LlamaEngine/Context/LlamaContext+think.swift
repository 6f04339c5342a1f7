import CLlama
import LanguageModels

extension LlamaContext {
  /// Lets the model think after an evaluated prompt, and evaluates what leads from the thought to the reply.
  ///
  /// Returns the number of tokens, those that end the thought included.
  func think(
    _ thought: LlamaThought, after prompt: [llama_token], limit: Int, _ options: GenerationOptions,
    unless flag: CancellationFlag, emit: @Sendable (GenerationEvent) -> Void
  ) throws -> Int {
    let sampler = LlamaSampler(ThoughtForm.sampling(for: options))
    let closing = Array(thought.closing.utf8)
    var text = ReplyText(stopSequences: [thought.closing])
    var tokens: [llama_token] = []
    while tokens.count < limit, !text.isStopped {
      let token = sampler.sample(handle.context)
      // Some vocabularies have a control token that ends thoughts, which is no text otherwise.
      let isClosing = weights.vocabulary.text(of: token) == closing
      if !isClosing, weights.vocabulary.isEnd(token) { break }
      tokens.append(token)
      let piece = text.append(isClosing ? closing : weights.vocabulary.bytes(of: token))
      if !piece.isEmpty { emit(.reasoning(piece)) }
      if tokens.count < limit, !text.isStopped { try extend(with: token, unless: flag) }
    }
    let rest = text.finish()
    if !rest.isEmpty { emit(.reasoning(rest)) }
    tokens += text.isStopped ? thought.resumption : thought.interruption
    _ = try evaluate(prompt: prompt + tokens, unless: flag)
    return tokens.count
  }
}
