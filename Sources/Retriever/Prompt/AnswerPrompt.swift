import LanguageModels

/// The prompt of one question, counted with the model's own tokenizer.
struct AnswerPrompt: Sendable {
  /// The share of the best score below which a passage is not given to the model.
  static let scoreShare = 0.5

  let question: String
  let model: any LanguageModel
  let options: AnswerOptions
  let form: AnswerForm
  /// The maximum number of tokens of a thought before the answer.
  private let reasoningTokens: Int

  /// - Throws: `LanguageModelError.unsupportedCapability` if the model cannot think as the options say.
  init(question: String, model: any LanguageModel, options: AnswerOptions, form: AnswerForm) throws {
    (self.question, self.model, self.options, self.form) = (question, model, options, form)
    reasoningTokens = try options.reasoningLevel?.tokenLimit(for: model) ?? 0
  }

  /// The tokens reserved for the thought and the reply.
  private var reserve: Int { options.replyTokens + model.reasoningReserve(for: reasoningTokens) }

  /// Returns the request for an answer from these passages.
  func request(_ passages: [Passage]) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: messages(passages, instruction: form.instruction), replyPrefix: replyPrefix,
      options: GenerationOptions(
        samplingMode: options.samplingMode, temperature: options.temperature,
        maximumResponseTokens: options.replyTokens),
      reasoningTokens: reasoningTokens, grammar: form.grammar, schema: form.schema)
  }

  /// The beginning of the reply, if the model can be given one.
  private var replyPrefix: String { model.capabilities.contains(.replyPrefix) ? form.replyPrefix : "" }

  /// Returns the passages that fit, best first.
  ///
  /// Joined text can have a token more than its parts, so the whole prompt is counted again, and the last passage is
  /// dropped until it fits.
  func pack(_ ranked: [Passage]) async throws -> PassagePacking.Packing {
    let frame = max(
      try await model.tokenCount(for: request([])), try await model.tokenCount(for: probe([])))
    let free = model.contextSize - frame - reserve
    guard free > 0 else {
      throw LanguageModelError.contextSizeExceeded(
        contextSize: model.contextSize, tokenCount: frame + reserve)
    }
    let limits = PassagePacking.Limits(
      tokens: min(free, options.passageTokens), passages: options.passageLimit, scoreShare: Self.scoreShare)
    var packed = try await PassagePacking.pack(ranked, limits: limits) { number, passage in
      try await model.tokenCount(of: Prompts.source(number, passage) + "\n")
    }
    while let last = packed.passages.last, try await exceeds(packed.passages) {
      packed.passages.removeLast()
      packed.leftOut.insert(LeftOutPassage(passage: last, reason: .tokens), at: 0)
    }
    return packed
  }

  /// Returns how sure the model is that the passages state the answer: the logit margin of yes over no or, for a yes/no
  /// question, of the likelier of the two over unknown.
  private func margin(
    ofYesOver passages: [Passage], onEvent: (SessionEvent) -> Void
  ) async throws -> (margin: Double, activations: [Int: [Float]]) {
    let start = ContinuousClock.now
    let replies = ProbeReplies(to: question)
    let result = try await model.nextTokenScores(
      after: probe(passages), candidates: replies.all, layers: options.layers)
    let summary = GenerationSummary(
      promptTokens: result.promptTokens, cachedTokens: result.cachedTokens, replyTokens: 0, reason: .complete)
    onEvent(.inference(InferenceRecord(.probe, summary, from: start, firstText: nil)))
    return (replies.margin(of: result.scores), result.activations)
  }

  /// Returns what the model's layers compute before the first word of an answer: those in the options, and the one by
  /// which answers are rated.
  ///
  /// It evaluates the prompt that is answered next, of which then only the last few tokens are evaluated again.
  private func activations(before passages: [Passage]) async throws -> [Int: [Float]] {
    let isRated = form.grammar == nil && model.capabilities.contains(.activations)
    let rated = isRated ? model.measuredConfidence?.layer?.number : nil
    let layers = options.layers + [rated].compactMap(\.self)
    guard !layers.isEmpty else { return [:] }
    return try await model.nextTokenScores(after: request(passages), candidates: [], layers: layers).activations
  }

  /// Returns what is known of an answer from these passages before its first word.
  func signals(
    over passages: [Passage], gateScore: Double, onEvent: (SessionEvent) -> Void = { _ in }
  ) async throws -> (signals: AnswerSignals, activations: [String: [Int: [Float]]]) {
    var margin: Double?
    var activations: [String: [Int: [Float]]] = [:]
    if rule.thresholds != nil {
      let probe = try await self.margin(ofYesOver: passages, onEvent: onEvent)
      (margin, activations["probe"]) = (probe.margin, probe.activations)
    }
    let layers = try await self.activations(before: passages)
    activations["answer"] = layers
    let signals = AnswerSignals(
      gateScore: gateScore, margin: margin, layerScore: model.measuredConfidence?.score(of: layers), isPolar: isPolar,
      passages: passages)
    return (signals, activations)
  }

  /// The rule by which the question is refused.
  var rule: RefusalRule { RefusalRule(for: model, options: options) }

  /// Whether it is a yes/no question.
  private var isPolar: Bool { PolarQuestion.isPolar(question) }

  private var probeInstruction: String { isPolar ? Prompts.polarProbeInstruction : Prompts.probeInstruction }

  /// Returns how the tokens of the request are used.
  func breakdown(_ passages: [Passage]) async throws -> ContextBreakdown {
    try await breakdown(
      passages, instruction: form.instruction, replyPrefix: replyPrefix, replyReserve: options.replyTokens,
      reasoningTokens: reasoningTokens)
  }

  /// Returns the same for the prompt that only asks whether the passages state the answer.
  func breakdownOfProbe(_ passages: [Passage]) async throws -> ContextBreakdown {
    try await breakdown(passages, instruction: probeInstruction, replyPrefix: "", replyReserve: 0)
  }

  private func breakdown(
    _ passages: [Passage], instruction: String, replyPrefix: String, replyReserve: Int, reasoningTokens: Int = 0
  ) async throws -> ContextBreakdown {
    let parts = Prompts.parts(question: question, sources: sources(passages), instruction: instruction)
    return try await model.breakdown(
      of: RenderedRequest(
        messages: [
          .init(role: .system, pieces: [.init(part: .instructions, text: Prompts.system)]),
          .init(
            role: .user,
            pieces: [.init(part: .passages, text: parts.sources), .init(part: .question, text: parts.question)]),
        ], replyPrefix: replyPrefix, reasoningTokens: reasoningTokens), replyReserve: replyReserve)
  }

  private func exceeds(_ passages: [Passage]) async throws -> Bool {
    let answer = try await model.tokenCount(for: request(passages))
    let probe = try await model.tokenCount(for: probe(passages))
    return max(answer + reserve, probe + 1) > model.contextSize
  }

  private func probe(_ passages: [Passage]) -> LanguageModelRequest {
    LanguageModelRequest(messages: messages(passages, instruction: probeInstruction))
  }

  private func messages(_ passages: [Passage], instruction: String) -> [LanguageModelRequest.Message] {
    Prompts.messages(question: question, sources: sources(passages), instruction: instruction)
  }

  private func sources(_ passages: [Passage]) -> [String] {
    passages.enumerated().map { Prompts.source($0.offset + 1, $0.element) }
  }
}
