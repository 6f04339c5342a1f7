import LanguageModels
import Synchronization
import Testing

/// Replies that are nearly calls, or nearly answers.
@Suite struct ToolReplyTests {
  /// Says its number, and counts how often it is asked.
  private actor Counter: Tool {
    nonisolated let name = "count"
    nonisolated let description = "Counts."
    private(set) var asked = 0
    nonisolated func call(arguments: Padding) async throws -> String {
      await add()
      guard arguments.count < 9 else { throw CancellationError() }
      return "\(arguments.count)"
    }
    private func add() { asked += 1 }
  }

  private func call(_ name: String, _ count: Int) -> String {
    "{\"name\": \"\(name)\", \"arguments\": {\"count\": \(count)}}"
  }

  @Test func theSameCallTwiceAtOnceRunsOnce() async throws {
    let model = ScriptedLanguageModel(replies: [[1, 1, 2].map { call("count", $0) }.joined(separator: "\n"), "Three."])
    let counter = Counter()
    let session = LanguageModelSession(model: model, tools: [counter])
    let response = try await session.respond(to: "?")
    #expect(await counter.asked == 2)
    #expect(response.transcriptEntries.count == 5)
  }

  @Test func aCallThatTheLimitCutsIsNoAnswer() async throws {
    let model = ScriptedLanguageModel(replies: [call("count", 1), "I do not know."])
    let session = LanguageModelSession(model: model, tools: [Counter()])
    let warnings = Mutex<[String]>([])
    session.onEvent = { event in
      if case .warning(let text) = event { warnings.withLock { $0.append(text) } }
    }
    let response = try await session.respond(to: "?", options: .init(maximumResponseTokens: 10))
    #expect(response.content == "I do not know.")
    #expect(warnings.withLock { $0.contains { $0.contains("maximumResponseTokens") } })
  }

  @Test func aCallThatMustBeMadeAndIsCutNamesTheLimit() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: [call("count", 1)]), tools: [Counter()])
    let options = GenerationOptions(maximumResponseTokens: 10, toolCallingMode: .required)
    let error = await #expect(throws: LanguageModelSession.Error.toolCallCut(limit: 10)) {
      try await session.respond(to: "?", options: options)
    }
    #expect(error?.errorDescription?.contains("10 tokens") == true)
  }

  @Test func anAnswerOfASchemaThatLooksLikeACallIsAnAnswer() async throws {
    let schema = try GenerationSchema(
      jsonSchema: #"""
        {"type": "object", "properties": {"name": {"type": "string"}, "arguments": {"type": "object"}}}
        """#)
    let model = ScriptedLanguageModel(replies: [call("somebody", 1)])
    let session = LanguageModelSession(model: model, tools: [Counter()])
    let response = try await session.respond(to: "?", schema: schema)
    #expect(try response.content.value(String.self, forProperty: "name") == "somebody")
  }

  @Test func contentThatTheSchemaDoesNotAllowIsAnError() async throws {
    let schema = try GenerationSchema(jsonSchema: #"{"type": "object", "required": ["age"]}"#)
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: [#"{"name": "Ada"}"#]))
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "?", schema: schema)
    }
    #expect(error?.underlyingError is GenerationSchema.ValidationError)
    #expect(session.transcript.isEmpty)
  }

  @Test func aTranscriptThatIsKeptHasNoCallWithoutItsOutput() async throws {
    let model = ScriptedLanguageModel(replies: [call("count", 1), call("count", 9)])
    let session = LanguageModelSession(model: model, tools: [Counter()])
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: CancellationError.self) { try await session.respond(to: "?") }
    #expect(
      session.transcript.history.map(\.description) == [
        "User: ?", #"Tool Calls: count({"count": 1})"#, "Tool Output: count: 1",
      ])
  }

  @Test func twoToolsOfOneNameAreWarnedOf() {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: []), tools: [Counter(), Counter()])
    #expect(session.diagnostics.contains { $0.contains("two tools are called count") })
  }
}
