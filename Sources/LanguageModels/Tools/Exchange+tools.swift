import Foundation

extension Exchange {
  /// Returns the model's final reply, after all tool calls.
  mutating func finalReply(show: @escaping @Sendable (GeneratedContent) -> Void) async throws -> Reply {
    var hasHandedBack = false
    while true {
      let (reply, calls) = try await step(show: show)
      guard !calls.isEmpty else { return reply }
      transcript.append(.toolCalls(.init(calls)))
      try await run(calls, handsBack: !hasHandedBack) { hasHandedBack = true }
    }
  }

  /// Returns the model's reply to the transcript, and the tools that it calls; none if the reply is the answer.
  ///
  /// Once the model repeats a call, or has used up its rounds, it no longer sees the tools: small models would go on
  /// calling.
  mutating func step(show: @escaping @Sendable (GeneratedContent) -> Void) async throws -> (
    Reply, [Transcript.ToolCall]
  ) {
    let mode = request.options.toolCallingMode ?? .allowed
    guard !session.tools.isEmpty, mode != .disallowed else { return (try await answer(show: show), []) }
    let rounds = entries.compactMap { if case .toolCalls(let calls) = $0 { calls } else { nil } }
    let limit = session.maximumToolRounds
    if rounds.count < limit {
      let mustCall = mode == .required && rounds.isEmpty
      let reply = try await decide(mustCall: mustCall, show: show)
      let calls = calls(in: reply.text)
      let isNew = calls.contains { call in !rounds.joined().contains { $0.isSameCall(as: call) } }
      if isNew { return (reply, calls) }
      if calls.isEmpty {
        let isAnswer = isAnswer(reply)
        if mustCall { throw missingCall(in: reply) }
        if isAnswer { return (reply, []) }
      }
    }
    let reply = try await answer(show: show)
    guard calls(in: reply.text).isEmpty else { throw LanguageModelSession.Error.toolRoundsExceeded(limit: limit) }
    return (reply, [])
  }

  /// Why a reply has no call, although it must have one.
  private func missingCall(in reply: Reply) -> any Error {
    guard reply.summary.reason == .length else {
      return LanguageModelError.unsupportedCapability(model: model.name, capability: "required tool calls")
    }
    return LanguageModelSession.Error.toolCallCut(
      limit: request.options.maximumResponseTokens ?? reply.summary.replyTokens)
  }

  /// Returns the distinct calls in a reply; none if it is an answer that satisfies the request's schema.
  private func calls(in text: String) -> [Transcript.ToolCall] {
    var calls: [Transcript.ToolCall] = []
    for call in ToolCallText.calls(in: text) where !calls.contains(where: { $0.isSameCall(as: call) }) {
      calls.append(call)
    }
    let isOfTool = calls.contains { call in session.tools.contains { $0.name == call.toolName } }
    return request.schema != nil && !isOfTool && (try? content(of: text)) != nil ? [] : calls
  }

  /// Whether a reply without calls is an answer, not a call that was cut off by the limit.
  private func isAnswer(_ reply: Reply) -> Bool {
    if reply.summary.reason == .length, reply.text.hasPrefix("{\"name\"") {
      session.report(.warning("a tool call was cut off by the reply's limit: raise maximumResponseTokens"))
      return false
    }
    return request.schema == nil || (try? content(of: reply.text)) != nil
  }

  /// Runs an inference without tools.
  private mutating func answer(show: @escaping @Sendable (GeneratedContent) -> Void) async throws -> Reply {
    let hasSchema = request.schema != nil && !showsText
    let form = form
    return try await infer(
      Step(
        presentation: .init(
          showsTools: false, showsSchema: request.includesSchema, form: form, reasoningTokens: reasoningTokens),
        grammar: try grammar(.answer), schema: try schema(),
        shown: { hasSchema ? try? GeneratedContent(json: $0) : GeneratedContent(form?.read($0, false).text ?? $0) }),
      show: show)
  }

  /// Runs an inference that either calls tools or answers.
  private mutating func decide(
    mustCall: Bool, show: @escaping @Sendable (GeneratedContent) -> Void
  ) async throws -> Reply {
    let hasSchema = request.schema != nil
    return try await infer(
      Step(
        presentation: .init(showsSchema: request.includesSchema, reasoningTokens: reasoningTokens),
        grammar: try grammar(mustCall ? .call : .callOrAnswer),
        shown: { text in hasSchema || ToolCallText.mayBecomeCall(text) ? nil : GeneratedContent(text) }), show: show)
  }

  /// Runs calls concurrently and appends their outputs in the order of the calls.
  ///
  /// An unknown tool or invalid arguments are reported to the model if `handsBack`, else thrown.
  private mutating func run(
    _ calls: [Transcript.ToolCall], handsBack: Bool, onHandingBack: () -> Void
  ) async throws {
    let available = try await availableTokens(for: calls.count)
    let (tools, session) = (session.tools, session)
    let outputs = try await withThrowingTaskGroup(of: (Int, ToolOutcome).self) { group in
      for (index, call) in calls.enumerated() {
        group.addTask {
          let start = ContinuousClock.now
          let outcome = try await ToolContext.$current.withValue(ToolContext(availableTokens: available)) {
            try await Self.outcome(of: call, tools)
          }
          session.report(
            .toolCall(
              ToolCallRecord(
                toolName: call.toolName, arguments: call.arguments.jsonString,
                seconds: start.duration(to: .now) / .seconds(1), error: outcome.error)))
          if case .failed(let error) = outcome { throw error }
          return (index, outcome)
        }
      }
      var outputs = [ToolOutcome?](repeating: nil, count: calls.count)
      for try await (index, outcome) in group { outputs[index] = outcome }
      return outputs
    }
    for (call, outcome) in zip(calls, outputs) {
      switch outcome {
      case .said(let segments):
        transcript.append(
          .toolOutput(.init(id: call.id, toolName: call.toolName, segments: try await cut(segments, to: available))))
      case .rejected(let error):
        guard handsBack else { throw error }
        onHandingBack()
        let segment = Transcript.Segment.text(.init(content: error.localizedDescription + " Try again, or answer."))
        transcript.append(.toolOutput(.init(id: call.id, toolName: call.toolName, segments: [segment])))
      case .failed(let error): throw error
      case nil: throw CancellationError()
      }
    }
  }

  /// The outcome of a call.
  private enum ToolOutcome: Sendable {
    case said([Transcript.Segment])
    case rejected(any Error)
    case failed(any Error)

    var error: String? {
      switch self {
      case .said: nil
      case .rejected(let error), .failed(let error): error.localizedDescription
      }
    }
  }

  private static func outcome(of call: Transcript.ToolCall, _ tools: [any Tool]) async throws -> ToolOutcome {
    guard let tool = tools.first(where: { $0.name == call.toolName }) else {
      return .rejected(
        LanguageModelSession.Error.unknownTool(name: call.toolName, available: tools.map(\.name)))
    }
    return await outcome(of: call, tool)
  }

  private static func outcome<T: Tool>(of call: Transcript.ToolCall, _ tool: T) async -> ToolOutcome {
    let arguments: T.Arguments
    do {
      try tool.parameters.validate(call.arguments)
      arguments = try T.Arguments(call.arguments)
    } catch {
      return .rejected(LanguageModelSession.ToolCallError(tool: tool, underlyingError: error))
    }
    do {
      let output = try await tool.call(arguments: arguments)
      let name = (T.Output.self as? any Generable.Type)?.generationSchema.root.title
      return .said(output.promptRepresentation.segments.map { $0.named(name) })
    } catch is CancellationError {
      return .failed(CancellationError())
    } catch {
      return .failed(LanguageModelSession.ToolCallError(tool: tool, underlyingError: error))
    }
  }
}

extension Exchange {
  /// Returns the tokens available to each output: what the window leaves besides the fixed entries and the reply.
  private func availableTokens(for calls: Int) async throws -> Int {
    let keepsHistory = session.compaction == nil
    let transcript = keepsHistory ? transcript : transcript.replacingHistory([], before: promptID)
    let frame = Transcript.Entry.toolOutput(.init(id: "", toolName: "", segments: []))
    let used = try await model.tokenCount(for: transcript.rendered(.init(reasoningTokens: reasoningTokens)).request())
    let frames = try await model.tokenCount(for: [frame]) + Self.frameMargin
    let reserve = replyReserve + model.reasoningReserve(for: reasoningTokens)
    return max(0, (model.contextSize - reserve - used) / calls - frames)
  }

  /// Tokens for the name of a tool, and for texts that are tokenized differently side by side than alone.
  private static let frameMargin = 16

  /// Returns the output, truncated with a note if it is too long.
  private func cut(_ segments: [Transcript.Segment], to limit: Int) async throws -> [Transcript.Segment] {
    let text = Transcript.text(of: segments)
    let model = model
    guard try await model.tokenCount(of: text) > limit else { return segments }
    let note = "\n[cut to fit the window]"
    let kept = try await text[...].longestPrefix { try await model.tokenCount(of: $0 + note) <= limit }
    session.report(.warning("a tool's output of \(text.count) characters was cut to \(kept.count)"))
    return [.text(.init(content: kept + note))]
  }
}

extension Transcript.ToolCall {
  /// Whether both call the same tool with the same arguments.
  func isSameCall(as other: Self) -> Bool { toolName == other.toolName && arguments == other.arguments }
}

extension Transcript.Segment {
  /// Returns the segment with the name of its schema, if it is structured.
  func named(_ schemaName: String?) -> Self {
    guard case .structure(var structure) = self, let schemaName else { return self }
    structure.schemaName = schemaName
    return .structure(structure)
  }
}
