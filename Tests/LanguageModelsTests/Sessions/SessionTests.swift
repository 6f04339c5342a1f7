import Foundation
import LanguageModels
import Synchronization
import Testing

@Suite struct SessionTests {
  private struct Failure: Error {}

  /// The kinds and texts of entries.
  private func shape(_ entries: some Sequence<Transcript.Entry>) -> [String] { entries.map(\.description) }

  @Test func theSecondTurnSeesTheFirst() async throws {
    let model = ScriptedLanguageModel(replies: ["Paris.", "Two million."])
    let session = LanguageModelSession(model: model, instructions: "Be short.")
    #expect(try await session.respond(to: "What is the capital of France?").content == "Paris.")
    #expect(try await session.respond(to: "How many live there?").content == "Two million.")
    #expect(
      model.requests[1].messages == [
        .init(role: .system, content: "Be short."), .init(role: .user, content: "What is the capital of France?"),
        .init(role: .assistant, content: "Paris."), .init(role: .user, content: "How many live there?"),
      ])
  }

  @Test func theTranscriptGrowsByPromptAndResponse() async throws {
    let session = LanguageModelSession(
      model: ScriptedLanguageModel(replies: ["a", "b"]), instructions: "Be short.")
    let response = try await session.respond(to: "one")
    #expect(shape(response.transcriptEntries) == ["User: one", "Assistant: a"])
    for try await _ in session.streamResponse(to: "two") {}
    #expect(
      shape(session.transcript) == [
        "Instructions: Be short.", "User: one", "Assistant: a", "User: two", "Assistant: b",
      ])
  }

  @Test func everyTurnTakesMoreOfTheWindow() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel { _ in "a" }, instructions: "Be short.")
    var used = try await session.contextBreakdown().promptTokenCount
    for turn in 0..<10 {
      try await session.respond(to: "turn \(turn)")
      let now = try await session.contextBreakdown().promptTokenCount
      #expect(now > used)
      used = now
    }
  }

  @Test func whatTheUserSaysIsNeverInTheInstructions() async throws {
    let model = ScriptedLanguageModel(replies: ["a"])
    let session = LanguageModelSession(model: model, instructions: "Be short.")
    try await session.respond(to: "marker word")
    #expect(!model.requests[0].messages[0].content.contains("marker"))
  }

  @Test func usageAddsUpOverRequests() async throws {
    let model = ScriptedLanguageModel(replies: ["one two", "three"])
    let session = LanguageModelSession(model: model)
    let first = try await session.respond(to: "a")
    #expect(first.usage.input.totalTokenCount == model.tokenCount(for: model.requests[0]))
    #expect(first.usage.output.totalTokenCount == 2)
    let second = try await session.respond(to: "b")
    // What was evaluated and what was cached are all of the prompt; the first turn is cached.
    #expect(second.usage.input.cachedTokenCount > first.usage.input.totalTokenCount)
    #expect(second.usage.input.totalTokenCount == model.tokenCount(for: model.requests[1]))
    #expect(session.usage.totalTokenCount == first.usage.totalTokenCount + second.usage.totalTokenCount)
  }

  @Test func aReplyCutByTheLimitSaysSo() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: ["A cat is a small animal", "A cat"]))
    let cut = try await session.respond(to: "What is a cat?", options: .init(maximumResponseTokens: 3))
    #expect(cut.content == "A cat is")
    #expect(cut.isTruncated)
    #expect(try await !session.respond(to: "What?", options: .init(maximumResponseTokens: 3)).isTruncated)
  }

  @Test func optionsReachTheModel() async throws {
    let model = ScriptedLanguageModel(replies: ["a"])
    let options = GenerationOptions(samplingMode: .random(top: 5, seed: 1), temperature: 0.3, maximumResponseTokens: 9)
    try await LanguageModelSession(model: model).respond(to: "b", options: options)
    #expect(model.requests[0].options == options)
  }

  @Test func aSecondRequestIsRefusedWhileOneIsAnswered() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let model = ScriptedLanguageModel { _ in
      for await _ in gate.stream { break }
      return "done"
    }
    let session = LanguageModelSession(model: model)
    #expect(!session.isResponding)
    let stream = session.streamResponse(to: "one")
    while !session.isResponding { await Task.yield() }
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await session.respond(to: "two") }
    #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try session.setTranscript(Transcript())
    }
    gate.continuation.yield()
    #expect(try await stream.collect().content == "done")
    #expect(!session.isResponding)
    #expect(shape(session.transcript) == ["User: one", "Assistant: done"])
  }

  @Test func aFailedRequestLeavesTheTranscriptAsItWas() async throws {
    let calls = Mutex(0)
    let model = ScriptedLanguageModel { _ in
      if calls.withLock({
        $0 += 1; return $0
      }) == 2 {
        throw Failure()
      }
      return "fine"
    }
    let session = LanguageModelSession(model: model, instructions: "i")
    try await session.respond(to: "one")
    let before = session.transcript
    await #expect(throws: Failure.self) { try await session.respond(to: "two") }
    #expect(session.transcript == before)
    #expect(!session.isResponding)
    #expect(try await session.respond(to: "three").content == "fine")
  }

  @Test func aFailedRequestKeepsItsPromptWhereThePolicySaysSo() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel { _ in throw Failure() }, instructions: "i")
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: Failure.self) { try await session.respond(to: "two") }
    #expect(shape(session.transcript) == ["Instructions: i", "User: two"])
  }

  @Test(arguments: [true, false])
  func cancellingStopsWithinAToken(preserves: Bool) async throws {
    // Far more than can be said before the cancellation arrives, however busy the machine is.
    let model = ScriptedLanguageModel(replies: [String(repeating: "word ", count: 3000), "after"])
    let session = LanguageModelSession(model: model)
    session.transcriptErrorHandlingPolicy = preserves ? .preserveTranscript : nil
    let task = Task {
      for try await snapshot in session.streamResponse(to: "go") where snapshot.content.contains("word") {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    _ = await task.result
    while session.isResponding { await Task.yield() }
    #expect(session.usage.output.totalTokenCount == 0)
    #expect(session.transcript.count == (preserves ? 2 : 0))
    if preserves { #expect(session.transcript[1].description.count < 14_000) }
    #expect(try await session.respond(to: "again").content == "after")
  }

  @Test func aDeadStreamStopsTheModel() async throws {
    let model = ScriptedLanguageModel(replies: [String(repeating: "word ", count: 5000), "after"])
    let session = LanguageModelSession(model: model)
    for try await _ in session.streamResponse(to: "go") { break }
    while session.isResponding { await Task.yield() }
    #expect(session.transcript.isEmpty)
    #expect(try await session.respond(to: "again").content == "after")
  }

  @Test func aSessionGoesOnFromATranscript() async throws {
    let first = LanguageModelSession(model: ScriptedLanguageModel(replies: ["a"]), instructions: "i")
    try await first.respond(to: "one")
    let model = ScriptedLanguageModel(replies: ["b"])
    let second = LanguageModelSession(model: model, transcript: first.transcript)
    try await second.respond(to: "two")
    #expect(model.requests[0].messages.map(\.content) == ["i", "one", "a", "two"])
    #expect(second.transcript.prefix(3).elementsEqual(first.transcript))
  }

  @Test func theTranscriptCanBeChangedWhileIdle() async throws {
    let model = ScriptedLanguageModel(replies: ["a", "b"])
    let session = LanguageModelSession(model: model, instructions: "i")
    try await session.respond(to: "one")
    session.transcript.history = []
    try await session.respond(to: "two")
    #expect(model.requests[1].messages.map(\.content) == ["i", "two"])
  }

  @Test func prewarmingEvaluatesWhatComesFirst() async throws {
    let model = ScriptedLanguageModel(replies: ["", "", "a"])
    let session = LanguageModelSession(model: model, instructions: "one two three")
    session.prewarm(promptPrefix: Prompt("four five"))
    while model.requests.count < 2 { await Task.yield() }
    #expect(model.requests.allSatisfy { $0.options.maximumResponseTokens == 0 })
    #expect(model.requests.map(\.messages.count) == [1, 2])
    let response = try await session.respond(to: "four five six")
    #expect(response.usage.input.cachedTokenCount == 8)
  }

  @Test func inferencesSumToTheUsage() async throws {
    let records = Mutex<[InferenceRecord]>([])
    let session = LanguageModelSession(
      model: ScriptedLanguageModel(replies: ["{\"name\": \"pad\", \"arguments\": {\"count\": 3}}", "a b c", "d"]),
      tools: [PaddingTool()])
    session.onEvent = { event in
      if case .inference(let record) = event { records.withLock { $0.append(record) } }
    }
    try await session.respond(to: "one")
    try await session.respond(to: "two and three and four")
    let seen = records.withLock { $0 }
    #expect(seen.count == 3)
    #expect(seen.reduce(0) { $0 + $1.inputTokens } == session.usage.input.totalTokenCount)
    #expect(seen.reduce(0) { $0 + $1.cachedTokens } == session.usage.input.cachedTokenCount)
    #expect(seen.reduce(0) { $0 + $1.outputTokens } == session.usage.output.totalTokenCount)
    #expect(seen.allSatisfy { $0.timeToFirstToken != nil && ($0.timeToFirstToken ?? .zero) <= $0.duration })
    let data = try JSONEncoder().encode(seen)
    #expect(try JSONDecoder().decode([InferenceRecord].self, from: data) == seen)
  }

  @Test func aSchemaCanBeLeftOutOfThePrompt() async throws {
    let json = "{\"name\": \"Ada\", \"age\": 36}"
    let model = ScriptedLanguageModel(replies: [json, json])
    let session = LanguageModelSession(model: model)
    let first = try await session.respond(to: "Who?", generating: Person.self)
    let second = try await session.respond(to: "Who?", generating: Person.self, includeSchemaInPrompt: false)
    #expect(first.content == second.content)
    #expect(model.requests[0].messages.last?.content.contains("schema") == true)
    #expect(model.requests[1].messages.last?.content == "Who?")
    #expect(second.contextBreakdown[.schema] == 0 && first.contextBreakdown[.schema] > 20)
  }

  @Test func aModelIsAvailableUnlessItSaysOtherwise() {
    #expect(ScriptedLanguageModel(replies: []).availability == .available)
    #expect(!LanguageModelAvailability.unavailable(.modelFileMissing(path: "x.gguf")).isAvailable)
  }

  @Test func aLongInstructionIsWarnedOf() {
    let model = ScriptedLanguageModel(replies: [])
    let session = LanguageModelSession(model: model, instructions: "a\n\nb\n\nc\n\nd")
    #expect(session.diagnostics.contains { $0.contains("4 paragraphs") })
    #expect(LanguageModelSession(model: model, instructions: "a\n\nb\n\nc").diagnostics.isEmpty)
  }
}
