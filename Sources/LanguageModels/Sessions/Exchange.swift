import Foundation

/// One request from its prompt to its response: compaction, inferences, tool calls.
struct Exchange {
  /// The outcome of an exchange.
  struct Outcome: Sendable {
    var content: GeneratedContent
    var entries: [Transcript.Entry]
    var usage: LanguageModelSession.Usage
    var isTruncated: Bool
    var breakdown: ContextBreakdown
    /// The logarithm of the probability of the last reply; `nil` if the model does not tell.
    var logProbability: Double?
  }

  let session: LanguageModelSession
  let request: LanguageModelSession.Request
  /// The maximum number of tokens of a thought in each inference.
  let reasoningTokens: Int
  let promptID: String
  /// The id of the content in every snapshot.
  private let contentID = GenerationID()
  /// The transcript so far, this request's entries included.
  var transcript: Transcript
  var usage = LanguageModelSession.Usage()
  /// The text so far of an unfinished response.
  private var partialResponse = ""
  private var hasRecovered = false
  /// Whether a reply that follows a schema is shown as text, not as what can be read of it.
  private(set) var showsText = false

  var model: any LanguageModel { session.model }
  /// The form of the prompt; guided replies and tool calls have their own.
  var form: PromptForm? { request.schema == nil && session.tools.isEmpty ? session.promptForm : nil }

  init(
    _ session: LanguageModelSession, _ request: LanguageModelSession.Request, reasoningTokens: Int,
    after transcript: Transcript
  ) {
    self.session = session
    self.request = request
    self.reasoningTokens = reasoningTokens
    let prompt = Transcript.Prompt(
      segments: request.prompt.segments, options: request.options,
      responseFormat: request.schema.map { Transcript.ResponseFormat(schema: $0) })
    promptID = prompt.id
    self.transcript = transcript
    self.transcript.append(.prompt(prompt))
  }

  /// Continues a transcript that ends with a prompt, or with what tools returned for one.
  init(
    _ session: LanguageModelSession, _ request: LanguageModelSession.Request, reasoningTokens: Int,
    continuing transcript: Transcript
  ) {
    self.session = session
    self.request = request
    self.reasoningTokens = reasoningTokens
    self.transcript = transcript
    let index = transcript.lastIndex { if case .prompt = $0 { true } else { false } }
    if let index, case .prompt(var prompt) = transcript[index] {
      promptID = prompt.id
      prompt.responseFormat = request.schema.map { Transcript.ResponseFormat(schema: $0) }
      self.transcript[index] = .prompt(prompt)
    } else {
      promptID = ""
    }
    showsText = true
  }

  /// The entries of this request.
  var entries: [Transcript.Entry] { Array(transcript.drop { $0.id != promptID }) }

  /// The transcript with the partial response, without calls that lack an output.
  var unfinishedTranscript: Transcript {
    var transcript = transcript
    if let index = transcript.lastIndex(where: { if case .toolCalls = $0 { true } else { false } }),
      case .toolCalls(let calls) = transcript[index], transcript[index...].count <= calls.count
    {
      transcript.removeSubrange(index...)
    }
    let partialText = form?.read(partialResponse, true).text ?? partialResponse
    if !partialText.isEmpty {
      transcript.append(.response(.init(segments: [.text(.init(content: partialText))])))
    }
    return transcript
  }

  /// Answers the request, with tool calls in between if there are tools.
  mutating func outcome(show: @escaping @Sendable (GeneratedContent) -> Void) async throws -> Outcome {
    let reply = try await finalReply(show: show)
    let reading = form?.read(reply.text, true) ?? .init(text: reply.text, isClosed: false)
    var content = try content(of: reading.text)
    content.id = contentID
    let segment: Transcript.Segment =
      request.schema == nil
      ? .text(.init(content: reading.text))
      : .structure(.init(schemaName: request.schema?.root.title ?? "", content: content))
    transcript.append(.response(.init(segments: [segment])))
    return Outcome(
      content: content, entries: entries, usage: usage,
      isTruncated: reply.summary.reason == .length && !reading.isClosed, breakdown: reply.breakdown,
      logProbability: reply.summary.logProbability)
  }

  /// Returns a reply as text or, if there is a schema, as content that satisfies it. Throws
  /// `GeneratedContent.ParsingError` for anything else.
  func content(of text: String) throws -> GeneratedContent {
    guard let schema = request.schema else { return GeneratedContent(text) }
    let content = try GeneratedContent(json: text)
    guard content.isComplete else {
      throw GeneratedContent.ParsingError(
        rawContent: text, debugDescription: "the reply was cut off before the content was complete")
    }
    do {
      try schema.validate(content)
    } catch {
      throw GeneratedContent.ParsingError(
        rawContent: text, underlyingError: error, debugDescription: error.localizedDescription)
    }
    return content
  }
}

extension Exchange {
  /// How an inference presents the transcript, constrains the reply and shows it.
  struct Step {
    var presentation: Transcript.Presentation
    var grammar: String?
    var schema: String?
    /// Returns what to show of the reply so far, or `nil` while it may not be an answer.
    var shown: @Sendable (String) -> GeneratedContent?
  }

  /// The model's reply in one inference.
  struct Reply {
    var thought: String
    var text: String
    var summary: GenerationSummary
    var breakdown: ContextBreakdown
  }

  /// Runs one inference over the transcript, compacted to fit.
  ///
  /// If the model still refuses the request, the transcript is shortened and sent once more.
  mutating func infer(_ step: Step, show: @escaping @Sendable (GeneratedContent) -> Void) async throws -> Reply {
    let compactor = Compactor(
      session: session, policy: session.compaction, presentation: step.presentation, promptID: promptID,
      replyReserve: replyReserve + model.reasoningReserve(for: reasoningTokens))
    transcript = try await compactor.fitting(transcript)
    do {
      let reply = try await generate(step, show: show)
      let thought = reply.thought.trimmingCharacters(in: .whitespacesAndNewlines)
      if !thought.isEmpty {
        transcript.append(.reasoning(.init(segments: [.text(.init(content: thought))])))
      }
      return reply
    } catch LanguageModelError.contextSizeExceeded(let contextSize, let tokenCount) {
      guard !hasRecovered, session.compaction != nil else {
        throw try await refusal(contextSize: contextSize, tokenCount: tokenCount)
      }
      hasRecovered = true
      partialResponse = ""
      let shorter = try await compactor.fitting(transcript, isRefused: true)
      guard shorter != transcript else {
        throw try await refusal(contextSize: contextSize, tokenCount: tokenCount)
      }
      transcript = shorter
      return try await infer(step, show: show)
    }
  }

  /// The tokens reserved for the reply.
  var replyReserve: Int { LanguageModelSession.replyReserve(for: request.options, contextSize: model.contextSize) }

  /// Returns the error for a request that the model refuses: `promptTooLarge` if there is no history to drop.
  private func refusal(contextSize: Int, tokenCount: Int) async throws -> LanguageModelError {
    guard transcript.history.first?.id == promptID else {
      return .contextSizeExceeded(contextSize: contextSize, tokenCount: tokenCount)
    }
    return .promptTooLarge(
      contextSize: contextSize, tokenCount: tokenCount,
      promptTokenCount: try await model.tokenCount(for: transcript.filter { $0.id == promptID }))
  }

  private mutating func generate(
    _ step: Step, show: @escaping @Sendable (GeneratedContent) -> Void
  ) async throws -> Reply {
    let rendered = transcript.rendered(step.presentation)
    let breakdown = try await model.breakdown(of: rendered, replyReserve: replyReserve)
    let start = ContinuousClock.now
    var firstText: ContinuousClock.Instant?
    var thought = ""
    partialResponse = ""
    let request = rendered.request(options: request.options, grammar: step.grammar, schema: step.schema)
    for try await event in model.generate(request) {
      switch event {
      case .reasoning(let piece):
        if firstText == nil { firstText = .now }
        thought += piece
        session.report(.reasoning(piece))
      case .text(let piece):
        if firstText == nil { firstText = .now }
        partialResponse += piece
        if var content = step.shown(partialResponse) {
          content.id = contentID
          show(content)
        }
      case .end(let summary):
        usage.add(summary)
        session.report(
          .inference(
            InferenceRecord(session.inferencePurpose, summary, from: start, firstText: firstText, breakdown: breakdown))
        )
        let reply = Reply(thought: thought, text: partialResponse, summary: summary, breakdown: breakdown)
        partialResponse = ""
        return reply
      }
    }
    // A stream ends without a summary if its task was cancelled.
    throw CancellationError()
  }
}

extension InferenceRecord {
  /// Creates the record of an inference that ends now.
  package init(
    _ purpose: Purpose, _ summary: GenerationSummary, from start: ContinuousClock.Instant,
    firstText: ContinuousClock.Instant?, breakdown: ContextBreakdown? = nil
  ) {
    let end = ContinuousClock.now
    let sinceFirst = firstText.map { ($0.duration(to: end)) / .seconds(1) }
    self.init(
      purpose: purpose, inputTokens: summary.promptTokens, cachedTokens: summary.cachedTokens,
      outputTokens: summary.replyTokens, reasoningTokens: summary.reasoningTokens > 0 ? summary.reasoningTokens : nil,
      secondsToFirstToken: firstText.map { start.duration(to: $0) / .seconds(1) },
      seconds: start.duration(to: end) / .seconds(1),
      tokensPerSecond: sinceFirst.flatMap {
        $0 > 0 && summary.replyTokens > 1 ? Double(summary.replyTokens - 1) / $0 : nil
      },
      breakdown: breakdown)
  }
}
