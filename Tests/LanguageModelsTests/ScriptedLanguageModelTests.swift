import LanguageModels
import Testing

@Suite struct ScriptedLanguageModelTests {
  private func request(
    _ text: String, replyPrefix: String = "", stop: [String] = [], limit: Int? = nil
  ) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: [.init(role: .user, content: text)], replyPrefix: replyPrefix, stopSequences: stop,
      options: GenerationOptions(maximumResponseTokens: limit))
  }

  private func reply(
    _ model: some LanguageModel, _ request: LanguageModelRequest
  ) async throws -> (text: String, summary: GenerationSummary?) {
    var text = ""
    var summary: GenerationSummary?
    for try await event in model.generate(request) {
      switch event {
      case .reasoning: Issue.record("no request allows a thought")
      case .text(let piece): text += piece
      case .end(let end): summary = end
      }
    }
    return (text, summary)
  }

  @Test func repliesComeInOrderAndRequestsAreKept() async throws {
    let model = ScriptedLanguageModel(replies: ["one", "two"])
    #expect(try await reply(model, request("a")).text == "one")
    #expect(try await reply(model, request("b")).text == "two")
    await #expect(throws: ScriptedLanguageModel.ScriptError.noReplyLeft(replies: 2)) {
      try await reply(model, request("c"))
    }
    #expect(model.requests.map(\.messages[0].content) == ["a", "b", "c"])
  }

  @Test func aReplyCanDependOnItsRequest() async throws {
    let model = ScriptedLanguageModel { "You said: " + $0.messages[0].content }
    #expect(try await reply(model, request("hello")).text == "You said: hello")
  }

  @Test(arguments: [("one two, three.", 5), ("", 0), ("  a", 2), ("日本", 1), ("a-b 12", 4)])
  func tokensAreWordsWithTheirSpaceAndSingleCharacters(text: String, count: Int) {
    let model = ScriptedLanguageModel(replies: [])
    #expect(model.tokenCount(of: text) == count)
    #expect(model.tokenCount(for: request(text, replyPrefix: "so")) == count + 4)
  }

  @Test func theLimitCutsAndSaysSo() async throws {
    let model = ScriptedLanguageModel(replies: ["one two three", "one two three", "one"])
    let cut = try await reply(model, request("a", limit: 2))
    #expect(cut.text == "one two")
    #expect(cut.summary == .init(promptTokens: 4, cachedTokens: 0, replyTokens: 2, reason: .length))
    let whole = try await reply(model, request("a", limit: 3))
    #expect(whole.summary?.reason == .complete)
    #expect(try await reply(model, request("a", limit: 0)).summary?.replyTokens == 0)
  }

  @Test func theWindowEndsAReplyAndRefusesAPromptThatFillsIt() async throws {
    let model = ScriptedLanguageModel(contextSize: 6, replies: ["one two three"])
    let cut = try await reply(model, request("a"))
    #expect(cut.text == "one two")
    #expect(cut.summary?.reason == .length)
    await #expect(throws: LanguageModelError.contextSizeExceeded(contextSize: 6, tokenCount: 6)) {
      try await reply(model, request("a b c"))
    }
  }

  @Test func whatFollowsAStopSequenceIsNotSaid() async throws {
    let model = ScriptedLanguageModel(replies: ["{\"answer\": \"42\"} and more"])
    let stopped = try await reply(model, request("a", stop: ["\"}"]))
    #expect(stopped.text == "{\"answer\": \"42")
    #expect(stopped.summary?.reason == .complete)
  }

  @Test func aCommonBeginningIsCountedAsEvaluated() async throws {
    let model = ScriptedLanguageModel(replies: ["yes", "no", "so"])
    _ = try await reply(model, request("a b c"))
    // <user> a b, then another word.
    #expect(try await reply(model, request("a b d")).summary?.cachedTokens == 3)
    // The same request again: all but the last token.
    #expect(try await reply(model, request("a b d")).summary?.cachedTokens == 5)
  }

  @Test func scoresComeFromTheScript() async throws {
    let model = ScriptedLanguageModel(scores: ["Yes": 2.5, "No": -1], replies: [])
    #expect(model.capabilities.contains(.nextTokenScores))
    let scores = try await model.nextTokenScores(after: request("a"), candidates: ["No", "Yes", "?"]).scores
    #expect(scores == [-1, 2.5, -.infinity])
    let mute = ScriptedLanguageModel(replies: [])
    await #expect(throws: LanguageModelError.unsupportedCapability(model: "scripted", capability: "nextTokenScores")) {
      try await mute.nextTokenScores(after: request("a"), candidates: ["Yes"])
    }
  }

  @Test func cancellingTheReaderEndsTheReply() async throws {
    let model = ScriptedLanguageModel { _ in String(repeating: "word ", count: 200_000) }
    let task = Task {
      var events = 0
      for try await _ in model.generate(request("a")) {
        events += 1
        if events == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return events
    }
    #expect(try await task.value < 200_000)
  }
}
