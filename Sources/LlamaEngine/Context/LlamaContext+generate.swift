import CLlama
import Foundation
import LanguageModels

extension LlamaContext {
  /// Evaluates a prompt and emits each piece of the thought, if there is one, and of the reply as soon as it is final.
  ///
  /// Throws `CancellationError` when `flag` is set.
  func generate(
    _ prompt: LlamaPrompt, _ request: LanguageModelRequest, unless flag: CancellationFlag,
    onProgress: (EvaluationProgress) -> Void, emit: @Sendable (GenerationEvent) -> Void
  ) throws {
    var room = contextSize - prompt.count
    let cached = try evaluate(prompt: prompt.tokens, unless: flag, onProgress: onProgress)
    var thoughtTokens = 0
    if let thought = prompt.thought {
      thoughtTokens = try think(
        thought, after: prompt.tokens, limit: ThoughtForm.limit(for: request, room: room), request.options,
        unless: flag, emit: emit)
      room = contextSize - prompt.tokens.count - thoughtTokens
    }
    let limit = max(0, min(room, request.options.maximumResponseTokens ?? room))
    var owesSpace = prompt.thought?.owesSpace ?? prompt.owesSpace
    let sampler = LlamaSampler(request.options)
    let grammar = try request.grammar.map {
      try LlamaGrammar($0, vocabulary: weights.vocabulary, texts: tokenTexts, owesSpace: owesSpace)
    }
    var text = ReplyText(stopSequences: request.stopSequences)
    var count = 0
    var logProbability = 0.0
    var reason = GenerationSummary.Reason.length
    while count < limit {
      let total = try withLogits(Self.logSumExp)
      if owesSpace { maskTokensWithoutSpace() }
      let token = try nextToken(sampler, grammar)
      if weights.vocabulary.isEnd(token) {
        reason = .complete
        break
      }
      count += 1
      logProbability += try withLogits { Double($0[Int(token)]) } - total
      var bytes = weights.vocabulary.bytes(of: token)
      if owesSpace, bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
      owesSpace = false
      let piece = text.append(bytes)
      if !piece.isEmpty { emit(.text(piece)) }
      if text.isStopped {
        reason = .complete
        break
      }
      grammar?.accept(token)
      if let grammar, grammar.isComplete {
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
          promptTokens: prompt.tokens.count, cachedTokens: cached, replyTokens: thoughtTokens + count,
          reasoningTokens: thoughtTokens, reason: reason, logProbability: logProbability)))
  }

  /// Returns the logarithm of the sum of the exponentials, without the terms that add less than a millionth to it.
  private static func logSumExp(_ logits: UnsafeBufferPointer<Float>) -> Double {
    guard let most = logits.max(), most.isFinite else { return 0 }
    var sum = 0.0
    for logit in logits where logit > most - 27 { sum += exp(Double(logit - most)) }
    return Double(most) + log(sum)
  }

  /// Whether a grammar allows a whole text, token by token.
  func grammar(_ text: String, allows reply: String) throws -> Bool {
    let grammar = try LlamaGrammar(text, vocabulary: weights.vocabulary, texts: tokenTexts)
    for token in weights.vocabulary.tokens(of: reply) {
      guard grammar.allows(token) else { return false }
      grammar.accept(token)
    }
    return grammar.mayEnd
  }

  /// Samples a token and checks it against the grammar; masks the vocabulary only if the grammar rejects it.
  ///
  /// Each token is as likely as if the vocabulary were masked at each step, since a rejected token is sampled again
  /// among the allowed ones. Masking at each step would halve the speed.
  private func nextToken(_ sampler: LlamaSampler, _ grammar: LlamaGrammar?) throws -> llama_token {
    let token = sampler.sample(handle.context)
    guard let grammar, !grammar.allows(token) else { return token }
    guard let logits = llama_get_logits_ith(handle.context, -1),
      grammar.mask(UnsafeMutableBufferPointer(start: logits, count: weights.vocabulary.count))
    else { throw LlamaError.grammarDeadEnd(model: weights.name) }
    let second = sampler.sample(handle.context)
    guard grammar.allows(second) else { throw LlamaError.grammarDeadEnd(model: weights.name) }
    return second
  }

  /// Masks all tokens that do not begin with a space, the one that the prompt's end still owes.
  ///
  /// Does nothing if no token of the vocabulary begins with one.
  private func maskTokensWithoutSpace() {
    let tokens = tokensWithSpace
    guard tokens.contains(true), let logits = llama_get_logits_ith(handle.context, -1) else { return }
    for (token, hasSpace) in tokens.enumerated() where !hasSpace { logits[token] = -.infinity }
  }

  /// Returns the logit of each candidate after a prompt; −∞ for a candidate without a token.
  func scores(
    after prompt: LlamaPrompt, of candidates: [llama_token?], layers: [Int], unless flag: CancellationFlag,
    onProgress: (EvaluationProgress) -> Void
  ) throws -> NextTokenScores {
    recorder.read(layers: layers)
    defer { recorder.read(layers: []) }
    let cached = try evaluate(prompt: prompt.tokens, unless: flag, onProgress: onProgress)
    let scores = try withLogits { logits in
      candidates.map { token in token.map { Double(logits[Int($0)]) } ?? -.infinity }
    }
    return NextTokenScores(
      scores: scores, activations: recorder.activations, promptTokens: prompt.tokens.count, cachedTokens: cached)
  }
}
