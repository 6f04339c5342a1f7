import Foundation
import LanguageModels
import LlamaEngine
import Synchronization
import TestSupport
import Testing

/// What a session promises, with a real tokenizer, template and grammar.
@Suite struct EngineSessionTests {
  private func records(of session: LanguageModelSession) -> Recorded<InferenceRecord> {
    let shared = Recorded<InferenceRecord>()
    session.onEvent = { event in
      if case .inference(let record) = event { shared.append(record) }
    }
    return shared
  }

  @Test func theLedgerIsWhatTheEngineEvaluates() async throws {
    let model = try await SmolLM2.load(contextSize: 1024)
    let session = LanguageModelSession(model: model, tools: [PaddingTool()], instructions: "Be short. 短く。")
    let records = records(of: session)
    let options = GenerationOptions(maximumResponseTokens: 8, toolCallingMode: .disallowed)
    try await session.respond(to: "What is a cat?", options: options)
    try await session.respond(
      to: Prompt(passages: ["[1] Cats purr.", "[2] 猫はニャーと鳴く。"], question: "Why?"), options: options)
    try await session.respond(
      to: "Who?", generating: Person.self, options: .init(maximumResponseTokens: 60, toolCallingMode: .disallowed))
    let seen = records.all
    #expect(seen.count == 3)
    for record in seen {
      let ledger = try #require(record.breakdown)
      #expect(ledger.promptTokenCount == record.inputTokens)
      #expect(ContextBreakdown.Part.allCases.reduce(0) { $0 + ledger[$1] } == 1024)
    }
    #expect(seen[1].breakdown?[.history] ?? 0 > 10 && seen[1].breakdown?[.passages] ?? 0 > 10)
    #expect(seen[2].breakdown?[.schema] ?? 0 > 20)
  }

  @Test func theSecondTurnEvaluatesOnlyWhatIsNew() async throws {
    let session = LanguageModelSession(
      model: try await SmolLM2.loadShallow(contextSize: 1024),
      instructions: String(repeating: "You are a helpful assistant. ", count: 10))
    let records = records(of: session)
    let options = GenerationOptions(maximumResponseTokens: 8)
    try await session.respond(to: "What is a cat?", options: options)
    try await session.respond(to: "And a dog?", options: options)
    let seen = records.all
    #expect(seen[1].inputTokens - seen[1].cachedTokens < 40)
    #expect(seen[1].cachedTokens > 60)
  }

  @Test func prewarmingLeavesLessToEvaluate() async throws {
    let instructions = String(repeating: "You are a helpful assistant. ", count: 10)
    let session = LanguageModelSession(
      model: try await SmolLM2.loadShallow(contextSize: 1024), instructions: instructions)
    let records = records(of: session)
    session.prewarm()
    while records.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let response = try await session.respond(to: "What is a cat?", options: .init(maximumResponseTokens: 2))
    #expect(response.usage.input.cachedTokenCount > 40)
  }

  @Test func aCallUnderTheGrammarIsOfARealToolWithValidArguments() async throws {
    let calls = Recorded<ToolCallRecord>()
    let session = LanguageModelSession(
      model: try await SmolLM2.load(contextSize: 2048), tools: [PaddingTool(), Shouting()], instructions: "Use tools.")
    session.maximumToolRounds = 1
    session.onEvent = { event in
      if case .toolCall(let record) = event { calls.append(record) }
    }
    // Four calls, the most in one reply, have fewer tokens.
    try await session.respond(
      to: "Shout banana.",
      options: .init(samplingMode: .random(top: 40, seed: 1), maximumResponseTokens: 160, toolCallingMode: .required))
    let seen = calls.all
    #expect(!seen.isEmpty)
    #expect(seen.allSatisfy { ["pad", "shout"].contains($0.toolName) && $0.error == nil })
  }

  @Test func aConversationOutlivesItsWindow() async throws {
    let model = try await SmolLM2.loadShallow(contextSize: 256)
    for policy in [SlidingWindow(), SummarizeAndCarry()] as [any CompactionPolicy] {
      let session = LanguageModelSession(model: model, instructions: "Be short.")
      session.compaction = policy
      let records = records(of: session)
      for turn in 0..<6 {
        try await session.respond(
          to: "Tell me something about the number \(turn), please.", options: .init(maximumResponseTokens: 16))
      }
      #expect(records.all.allSatisfy { $0.inputTokens + $0.outputTokens <= 256 })
      #expect(session.transcript.count < 17)
    }
  }
}

/// Says a word loudly.
struct Shouting: Tool {
  struct Arguments: Generable {
    var word: String
    static let generationSchema = GenerationSchema(
      type: Self.self, properties: [.init(name: "word", type: String.self, guides: [.anyOf(["apple", "banana"])])])
    init(_ content: GeneratedContent) throws { word = try content.value(forProperty: "word") }
    var generatedContent: GeneratedContent { .init(properties: ["word": word]) }
  }
  let name = "shout"
  let description = "Shouts a word."
  func call(arguments: Arguments) -> String { arguments.word.uppercased() + "!" }
}
