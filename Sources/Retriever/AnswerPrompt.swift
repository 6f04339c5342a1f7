import LanguageModels

/// The prompt of one question, counted with the model's own tokenizer.
struct AnswerPrompt: Sendable {
  /// Passages whose score is below this share of the best one's are not given to the model.
  static let scoreShare = 0.5

  let question: String
  let model: any LanguageModel
  let options: AnswerOptions

  /// The request for an answer from these passages.
  func request(_ passages: [Passage]) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: messages(passages, instruction: Prompts.answerInstruction), replyPrefix: Prompts.replyPrefix,
      options: GenerationOptions(samplingMode: options.samplingMode, maximumResponseTokens: options.replyTokens))
  }

  /// The passages that fit, best first.
  ///
  /// Joining can cost a token more than the parts, so the whole prompt is counted once more, and the last passage is
  /// taken out again while it does not fit.
  func pack(_ ranked: [Passage]) async throws -> [Passage] {
    let frame = max(
      try await model.tokenCount(for: request([])), try await model.tokenCount(for: probe([])))
    let free = model.contextSize - frame - options.replyTokens
    guard free > 0 else {
      throw LanguageModelError.contextSizeExceeded(
        contextSize: model.contextSize, tokenCount: frame + options.replyTokens)
    }
    let limits = PassagePacking.Limits(
      tokens: min(free, options.passageTokens), passages: options.passageLimit, scoreShare: Self.scoreShare)
    var packed = try await PassagePacking.pack(ranked, limits: limits) { number, passage in
      try await model.tokenCount(of: Prompts.source(number, passage) + "\n")
    }
    while !packed.isEmpty, try await exceeds(packed) { packed.removeLast() }
    return packed
  }

  /// How far the model leans to yes when it is asked whether the passages state the answer: the difference of logits.
  func lean(toYesOver passages: [Passage]) async throws -> Double {
    let scores = try await model.nextTokenScores(
      after: probe(passages), candidates: Prompts.yes + Prompts.no)
    let yes = scores.prefix(Prompts.yes.count).max() ?? 0
    let no = scores.dropFirst(Prompts.yes.count).max() ?? 0
    return yes - no
  }

  private func exceeds(_ passages: [Passage]) async throws -> Bool {
    let answer = try await model.tokenCount(for: request(passages))
    let probe = try await model.tokenCount(for: probe(passages))
    return max(answer + options.replyTokens, probe + 1) > model.contextSize
  }

  private func probe(_ passages: [Passage]) -> LanguageModelRequest {
    LanguageModelRequest(messages: messages(passages, instruction: Prompts.probeInstruction))
  }

  private func messages(_ passages: [Passage], instruction: String) -> [LanguageModelRequest.Message] {
    let sources = passages.enumerated().map { Prompts.source($0.offset + 1, $0.element) }
    return Prompts.messages(question: question, sources: sources, instruction: instruction)
  }
}
