extension LanguageModelSession {
  /// Evaluates the instructions, the tools, the transcript and the beginning of the next prompt ahead of time, so that
  /// the next request pays only for the rest.
  ///
  /// Returns at once. The next request waits for the evaluation; if that fails, the request throws the error. Call it
  /// if the request is at least a second away, for example while the user types.
  public func prewarm(promptPrefix: Prompt? = nil) {
    var transcript = self.transcript
    if let promptPrefix { transcript.append(.prompt(.init(segments: promptPrefix.segments))) }
    // The beginning of a prompt has no instruction after it yet.
    let presentation = Transcript.Presentation(form: promptPrefix == nil ? promptForm : nil)
    let (front, whole) = (transcript.front.rendered().request(), transcript.rendered(presentation).request())
    prewarm(
      by: Task { [model, weak self] in
        // A failure here recurs in the request, which throws the error.
        try? await Self.evaluate(front, whole, with: model) { self?.report(.inference($0)) }
      })
  }

  private static func evaluate(
    _ front: LanguageModelRequest, _ whole: LanguageModelRequest, with model: any LanguageModel,
    report: (InferenceRecord) -> Void
  ) async throws {
    if !front.messages.isEmpty {
      let start = ContinuousClock.now
      let summary = try await model.prewarm(front)
      report(InferenceRecord(.prewarming, summary, from: start, firstText: nil))
    }
    guard whole != front else { return }
    var whole = whole
    whole.options.maximumResponseTokens = 0
    let start = ContinuousClock.now
    for try await case .end(let summary) in model.generate(whole) {
      report(InferenceRecord(.prewarming, summary, from: start, firstText: nil))
    }
  }

  /// Returns the tokens reserved for the reply: `maximumResponseTokens`, but at most an eighth of the window.
  ///
  /// A request that leaves less room is not sent; a reply may use more if there is more.
  public static func replyReserve(for options: GenerationOptions, contextSize: Int) -> Int {
    max(1, min(options.maximumResponseTokens ?? .max, contextSize / 8))
  }

  /// Returns where the tokens of the window go now, or would go if this prompt came next.
  public func contextBreakdown(
    prompt: Prompt? = nil, options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) async throws -> ContextBreakdown {
    let reasoningTokens = try contextOptions.reasoningLevel?.tokenLimit(for: model) ?? 0
    var transcript = self.transcript
    if let prompt { transcript.append(.prompt(.init(segments: prompt.segments, options: options))) }
    let rendered = transcript.rendered(
      .init(form: tools.isEmpty ? promptForm : nil, reasoningTokens: reasoningTokens))
    let reserve = Self.replyReserve(for: options, contextSize: model.contextSize)
    guard !rendered.messages.isEmpty else {
      return ContextBreakdown(
        contextSize: model.contextSize, prompt: [:], replyReserve: reserve,
        reasoningReserve: model.reasoningReserve(for: reasoningTokens))
    }
    return try await model.breakdown(of: rendered, replyReserve: reserve)
  }

  /// Returns the logit of each candidate's first token after the transcript and a prompt, in a form or in that of the
  /// session, without changing either. Asked before the response to the same prompt, only the end of the form is
  /// evaluated in addition.
  ///
  /// Throws `LanguageModelError.contextSizeExceeded` if they do not fit, and what the model throws.
  package func nextTokenScores(
    after prompt: Prompt, in form: PromptForm? = nil, candidates: [String], layers: [Int] = []
  ) async throws -> NextTokenScores {
    var transcript = self.transcript
    transcript.append(.prompt(.init(segments: prompt.segments)))
    return try await model.nextTokenScores(
      after: transcript.rendered(.init(form: form ?? promptForm)).request(), candidates: candidates, layers: layers)
  }

  /// Warnings about instructions and tools that are allowed but unwise.
  public var diagnostics: [String] {
    var diagnostics: [String] = []
    if tools.count > 5 {
      diagnostics.append("\(tools.count) tools: small models choose well among at most five")
    }
    for (index, tool) in tools.enumerated() where tools[..<index].contains(where: { $0.name == tool.name }) {
      diagnostics.append("two tools are called \(tool.name): only the first is ever run")
    }
    for tool in tools where tool.description.split(separator: " ").count > 20 {
      diagnostics.append("the description of \(tool.name) is long: it costs tokens in every request")
    }
    let instructions = transcript.instructions?.segments.filter { !$0.isSummary } ?? []
    let paragraphs = Transcript.text(of: instructions).split(separator: "\n\n").count
    if paragraphs > 3 {
      diagnostics.append(
        "the instructions have \(paragraphs) paragraphs: use at most three to leave room for the conversation")
    }
    return diagnostics
  }
}

extension Transcript {
  /// The part shared by every session that begins like this one: instructions and tools, without a summary.
  fileprivate var front: Transcript {
    guard var instructions else { return Transcript() }
    instructions.segments.removeAll(where: \.isSummary)
    return Transcript(entries: [.instructions(instructions)])
  }
}
