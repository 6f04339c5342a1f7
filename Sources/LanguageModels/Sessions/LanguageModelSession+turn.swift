extension LanguageModelSession {
  /// What a model did in one step: it answered, or called tools.
  public struct Turn: Sendable {
    /// The tools that it called, not run yet; none if it answered.
    public let toolCalls: [Transcript.ToolCall]
    /// The reply as the model wrote it.
    public let text: String
    /// The tokens that the step used.
    public let usage: Usage
    /// Whether the reply was cut off by its limit or by the window.
    public let isTruncated: Bool
  }

  /// Has the model take the next step: it answers the last prompt of the transcript, or calls tools.
  ///
  /// For programs that keep the transcript and run the tools themselves: the session runs none, and its transcript
  /// stays as it is. To go on, make a session with the calls and their outputs in the transcript.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer; text has none.
  ///   - includeSchemaInPrompt: Whether the prompt includes the schema, unless the context options say otherwise.
  ///   - options: How the reply is sampled, and whether tools may be called.
  ///   - contextOptions: How long the model may think. A thought is an event of the session.
  ///   - show: Called with the answer so far, each time there is more.
  /// - Throws: What `respond` throws, but no errors of tools.
  public func nextTurn(
    schema: GenerationSchema? = nil, includeSchemaInPrompt: Bool = true, options: GenerationOptions = .init(),
    contextOptions: ContextOptions = .init(), show: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Turn {
    let reasoningTokens = try contextOptions.reasoningLevel?.tokenLimit(for: model) ?? 0
    let request = Request(
      prompt: Prompt(""), options: options, contextOptions: contextOptions, schema: schema,
      showsSchema: includeSchemaInPrompt)
    var exchange = Exchange(self, request, reasoningTokens: reasoningTokens, continuing: try begin())
    defer {
      add(exchange.usage)
      end(nil)
    }
    await waitForPrewarming()
    try Task.checkCancellation()
    let (reply, calls) = try await exchange.step { content in
      if case .string(let text) = content.kind { show(text) }
    }
    if calls.isEmpty { _ = try exchange.content(of: reply.text) }
    return Turn(
      toolCalls: calls, text: reply.text, usage: exchange.usage, isTruncated: reply.summary.reason == .length)
  }
}
