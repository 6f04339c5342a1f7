extension LanguageModel {
  /// Returns the exact number of tokens that a prompt adds to a request, by the model's own tokenizer and template.
  ///
  ///     print(try await model.tokenCount(for: "What is a token?"))
  public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    let entry = Transcript.Entry.prompt(.init(segments: prompt.promptRepresentation.segments))
    return try await tokenCount(for: [entry])
  }

  /// Returns the number of tokens that instructions add to a request.
  public func tokenCount(for instructions: Instructions) async throws -> Int {
    try await tokenCount(for: [Transcript.Entry.instructions(.init(segments: instructions.segments))])
  }

  /// Returns the number of tokens of tool definitions in the instructions: names, descriptions and argument schemas.
  public func tokenCount(for tools: [any Tool]) async throws -> Int {
    let definitions = tools.filter(\.includesSchemaInInstructions).map { Transcript.ToolDefinition(tool: $0) }
    guard !definitions.isEmpty else { return 0 }
    return try await tokenCount(of: "\n\n" + ToolPrompt.text(for: definitions))
  }

  /// Returns the number of tokens of a schema in a prompt.
  public func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try await tokenCount(of: "\n\n" + SchemaPrompt.text(for: schema))
  }

  /// Returns the number of tokens of transcript entries in a request, without the beginning of a reply.
  public func tokenCount(for transcriptEntries: some Collection<Transcript.Entry>) async throws -> Int {
    let messages = Transcript(entries: transcriptEntries).rendered().request().messages
    guard !messages.isEmpty else { return 0 }
    return try await tokenCount(for: LanguageModelRequest(messages: messages)) - replyFrameTokenCount()
  }

  /// Returns the number of tokens with which the template begins a reply; 0 if it cannot render an empty conversation.
  private func replyFrameTokenCount() async -> Int {
    (try? await tokenCount(for: LanguageModelRequest(messages: []))) ?? 0
  }

  /// Returns the tokens reserved for a thought: its limit, but at most a quarter of the window.
  package func reasoningReserve(for limit: Int) -> Int { min(limit, contextSize / 4) }

  /// Returns where the tokens of a request go, part by part; the sum is exactly the count of the whole request.
  ///
  /// Counts the request once for each change of part along it. The template's frame counts for the part it surrounds,
  /// and the beginning of the reply for the first.
  package func breakdown(of rendered: RenderedRequest, replyReserve: Int) async throws -> ContextBreakdown {
    let total = try await tokenCount(for: rendered.request())
    var parts: [ContextBreakdown.Part: Int] = [:]
    var counted = 0
    let stages = rendered.stages
    for (index, stage) in stages.enumerated() {
      var count = total
      if index < stages.count - 1 {
        // A template may reject a conversation that stops here: the next stage that it accepts counts for both.
        guard let stageCount = try? await tokenCount(for: LanguageModelRequest(messages: stage.messages)) else {
          continue
        }
        count = min(max(counted, stageCount), total)
      }
      parts[stage.part, default: 0] += count - counted
      counted = count
    }
    return ContextBreakdown(
      contextSize: contextSize, prompt: parts, replyReserve: replyReserve,
      reasoningReserve: reasoningReserve(for: rendered.reasoningTokens))
  }
}
