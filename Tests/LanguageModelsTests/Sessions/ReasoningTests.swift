import Foundation
import LanguageModels
import TestSupport
import Testing

/// What becomes of a model's thoughts.
@Suite struct ReasoningTests {
  private let think = ContextOptions(reasoningLevel: .light)

  @Test func aThoughtIsAnEntryThatNoLaterPromptContains() async throws {
    let model = ScriptedLanguageModel(thought: "They ask for Paris.", replies: ["Paris.", "Two million."])
    let session = LanguageModelSession(model: model, instructions: "Be short.")
    let events = Recorded<String>()
    session.onEvent = { if case .reasoning(let piece) = $0 { events.append(piece) } }
    let response = try await session.respond(to: "What is the capital of France?", contextOptions: think)
    #expect(response.content == "Paris.")
    #expect(
      response.transcriptEntries.map(\.description) == [
        "User: What is the capital of France?", "Reasoning: They ask for Paris.", "Assistant: Paris.",
      ])
    #expect(events.all.joined() == "They ask for Paris." && events.all.count == 5)
    #expect(response.usage.output.reasoningTokenCount == 5 && response.usage.output.totalTokenCount == 7)
    #expect(response.contextBreakdown[.reasoningReserve] == 256)

    // Without the option, the model replies at once, and does not see what it thought.
    let next = try await session.respond(to: "How many live there?")
    #expect(next.usage.output.reasoningTokenCount == 0 && next.contextBreakdown[.reasoningReserve] == 0)
    #expect(session.usage.output.reasoningTokenCount == 5)
    #expect(model.requests.map(\.reasoningTokens) == [256, 0])
    #expect(
      model.requests[1].messages.map(\.content).joined(separator: "|") == """
        Be short.|What is the capital of France?|Paris.|How many live there?
        """)
    #expect(!Transcript.text(of: session.transcript).contains("They ask"))
    #expect(session.transcript.turns.map(\.entries.count) == [3, 2])
  }

  @Test func aThoughtHasALimitAndTheReplyComesAfterIt() async throws {
    let model = ScriptedLanguageModel(
      contextSize: 100, thought: String(repeating: "hm ", count: 200), replies: ["one two three", "four"])
    let session = LanguageModelSession(model: model)
    let cut = try await session.respond(to: "?", contextOptions: ContextOptions(reasoningLevel: .tokens(7)))
    #expect(cut.usage.output.reasoningTokenCount == 7 && cut.content == "one two three" && !cut.isTruncated)
    // In a small window a thought leaves half of the room, or what the reply is limited to.
    let long = try await session.respond(
      to: "?", options: .init(maximumResponseTokens: 20), contextOptions: ContextOptions(reasoningLevel: .deep))
    let room = 100 - long.usage.input.totalTokenCount
    #expect(long.usage.output.reasoningTokenCount == room - 20 && long.content == "four")
    #expect(long.contextBreakdown[.reasoningReserve] == 25)
  }

  @Test func theReserveForAThoughtIsKeptFree() async throws {
    let model = ScriptedLanguageModel(
      contextSize: 120, thought: "hm", scores: nil, replies: Array(repeating: "a", count: 40))
    let session = LanguageModelSession(model: model)
    for turn in 0..<20 {
      let response = try await session.respond(
        to: "turn number \(turn) of twenty", options: .init(maximumResponseTokens: 10),
        contextOptions: ContextOptions(reasoningLevel: .tokens(30)))
      #expect(response.usage.input.totalTokenCount <= 120 - 30 - 10)
    }
    #expect(session.transcript.turns.count < 20)
  }

  @Test func eachInferenceWithToolsHasItsThought() async throws {
    let call = #"{"name": "pad", "arguments": {"count": 1}}"#
    let model = ScriptedLanguageModel(thought: "Let me look.", replies: [call, "Found."])
    let session = LanguageModelSession(model: model, tools: [PaddingTool()])
    let response = try await session.respond(to: "Where?", contextOptions: think)
    let kinds = response.transcriptEntries.map { String($0.description.prefix { $0 != ":" }) }
    #expect(kinds == ["User", "Reasoning", "Tool Calls", "Tool Output", "Reasoning", "Assistant"])
    #expect(!model.requests[1].messages.contains { $0.content.contains("Let me look.") })
  }

  @Test func aModelThatCannotThinkSaysSo() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: ["a"]))
    await #expect(throws: LanguageModelError.unsupportedCapability(model: "scripted", capability: "reasoning")) {
      try await session.respond(to: "?", contextOptions: think)
    }
    #expect(!session.isResponding && session.transcript.isEmpty)
    let thinker = LanguageModelSession(model: ScriptedLanguageModel(thought: "hm", replies: ["a"]))
    for level in ["xhigh", "0", "-4"] {
      await #expect(throws: LanguageModelError.self) {
        try await thinker.respond(to: "?", contextOptions: ContextOptions(reasoningLevel: .custom(level)))
      }
    }
    #expect(ContextOptions.ReasoningLevel.tokens(300).tokenLimit == 300)
  }

  @Test func anOptionDecidesWhetherThePromptShowsTheSchema() async throws {
    let model = ScriptedLanguageModel(replies: [#"{"name": "Ada", "age": 3}"#, #"{"name": "Ada", "age": 3}"#])
    let session = LanguageModelSession(model: model)
    try await session.respond(
      to: "Who?", generating: Person.self, contextOptions: ContextOptions(includeSchemaInPrompt: false))
    try await session.respond(
      to: "Who?", generating: Person.self, includeSchemaInPrompt: false,
      contextOptions: ContextOptions(includeSchemaInPrompt: true))
    let shown = model.requests.map { $0.messages.last?.content.contains("properties") == true }
    #expect(shown == [false, true])
  }
}
