import LanguageModels
import LlamaEngine
import TestSupport
import Testing

@Suite(.serialized) struct LlamaMemoryTests {
  private let passages = (1...12).map { "[\($0)] Box \($0) stands on shelf \($0 * 3 % 7)." }.joined(separator: "\n")

  private func request(_ instruction: String, prefix: String = "") -> LanguageModelRequest {
    .asking("\(passages)\n\nWhere is box 4?\n\(instruction)", replyPrefix: prefix, stop: ["\""])
  }

  @Test func aSharedBeginningIsEvaluatedOnceAndChangesNothing() async throws {
    let used = try await SmolLM2.load()
    let answer = request("Reply with JSON.", prefix: "{\"answer\": \"")
    let probe = request("Do the sources state the answer? Reply Yes or No.")
    let scores = try await used.nextTokenScores(after: probe, candidates: ["Yes", "No", " Yes", ""]).scores
    #expect(!scores[0...2].contains { !$0.isFinite })
    #expect(scores[3] == -.infinity)
    let reply = try await used.reply(to: answer)

    let fresh = try await SmolLM2.load()
    let freshReply = try await fresh.reply(to: answer)
    #expect(reply.text == freshReply.text)
    #expect(freshReply.summary?.cachedTokens == 0)

    let tokens = try used.promptTokens(for: answer)
    let common = zip(try used.promptTokens(for: probe), tokens).prefix { $0 == $1 }.count
    #expect(common > 100)
    // What is kept is cut to a multiple of 16, so that everything is rounded as in a fresh model.
    #expect(reply.summary?.cachedTokens == common / 16 * 16)

    // And the other way round: the probe after the answer.
    let after = try await fresh.nextTokenScores(after: probe, candidates: ["Yes", "No", " Yes"]).scores
    #expect(after == Array(scores[0...2]))
  }

  @Test func theSameRequestEvaluatesItsLastTokensAgain() async throws {
    let model = try await SmolLM2.loadShallow()
    let first = try await model.reply(to: request("Answer briefly."))
    let second = try await model.reply(to: request("Answer briefly."))
    #expect(second.text == first.text)
    let prompt = try #require(first.summary?.promptTokens)
    #expect(second.summary?.cachedTokens == (prompt - 16) / 16 * 16)
  }

  @Test func twoKindsOfPromptsThatTakeTurnsAreEachEvaluatedOnceAndChangeNothing() async throws {
    let model = try await SmolLM2.load()
    func other(_ word: String) -> LanguageModelRequest {
      .asking("\(word)?", system: String(repeating: "Answer with one word in French. ", count: 12))
    }
    _ = try await model.reply(to: request("Answer briefly."))
    let first = try await model.reply(to: other("dog"))
    let back = try await model.reply(to: request("Answer at length."))
    let second = try await model.reply(to: other("cat"))
    #expect((first.summary?.cachedTokens ?? .max) <= 16)
    #expect((back.summary?.cachedTokens ?? 0) > 100)
    #expect((second.summary?.cachedTokens ?? 0) >= 64)
    #expect(back.text == (try await SmolLM2.load().reply(to: request("Answer at length.")).text))
    #expect(second.text == (try await SmolLM2.load().reply(to: other("cat")).text))
  }

  @Test func scoresDoNotDependOnWhatWasInMemory() async throws {
    let candidates = ["Yes", "No", "The", " 4"]
    let used = try await SmolLM2.loadShallow()
    for words in [1, 15, 16, 30] {
      let request = request("Answer" + String(repeating: " briefly", count: words))
      let fresh = try await SmolLM2.loadShallow()
      let scores = try await used.nextTokenScores(after: request, candidates: candidates).scores
      #expect(try await fresh.nextTokenScores(after: request, candidates: candidates).scores == scores)
    }
  }

  @Test func longPromptsAreEvaluatedInBatches() async throws {
    let model = try await SmolLM2.loadShallow(contextSize: 2048)
    let empty = try model.tokenCount(for: .asking(""))
    for length in [511, 512, 513, 527, 528, 1030] {
      let request = LanguageModelRequest.asking(String(repeating: " word", count: length - empty), limit: 1)
      try #require(try model.tokenCount(for: request) == length)
      #expect(try await model.reply(to: request).summary?.promptTokens == length)
    }
  }

  @Test func aConversationKeepsWhatWasSaid() async throws {
    let model = try await SmolLM2.load()
    var request = LanguageModelRequest.asking("Name the capital of France.", limit: 40)
    let first = try await model.reply(to: request)
    try #require(first.summary?.reason == .complete)
    request.messages += [
      .init(role: .assistant, content: first.text), .init(role: .user, content: "And what is the capital of Italy?"),
    ]
    let second = try await model.reply(to: request)
    // The prompt and the reply are there, up to the token that ended it.
    let said = (first.summary?.promptTokens ?? 0) + (first.summary?.replyTokens ?? 0)
    #expect(second.summary?.cachedTokens == said / 16 * 16)
  }

  @Test func cancellingTheReaderStopsTheModel() async throws {
    let model = try await SmolLM2.load()
    let request = LanguageModelRequest.asking("Count from one to one hundred.", limit: 400)
    let task = Task {
      var events = 0
      for try await _ in model.generate(request) {
        events += 1
        if events == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return events
    }
    // A reader slower than the model still gets what is in the buffer, and nothing after that.
    #expect((3..<400).contains(try await task.value))
    // The next request is not kept waiting by four hundred tokens, and finds what the first one evaluated.
    let next = try await model.reply(to: request.with(limit: 2))
    #expect(next.summary?.cachedTokens == (try model.tokenCount(for: request) - 16) / 16 * 16)
  }

  @Test func cancellingStopsTheEvaluationOfAPrompt() async throws {
    let model = try await SmolLM2.load(contextSize: 4096)
    // Seconds of work, in batches of 512.
    let long = LanguageModelRequest.asking(String(repeating: " word", count: 3500), limit: 1)
    let task = Task { try await model.nextTokenScores(after: long, candidates: ["Yes"]) }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // What follows is as in a fresh model.
    let short = LanguageModelRequest.asking("Name the capital of France.", limit: 24)
    #expect(try await model.reply(to: short).text == "The capital of France is Paris.")
  }

  @Test func aCancelledRequestIsNotBegun() async throws {
    let model = try await SmolLM2.loadShallow()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await model.nextTokenScores(after: request("Answer."), candidates: ["Yes"])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let reply = try await model.reply(to: request("Answer."))
    #expect(reply.summary?.cachedTokens == 0)
  }

  @Test func requestsAtOnceAreAnsweredOneAfterTheOther() async throws {
    let model = try await SmolLM2.load()
    let questions = ["What is the capital of France?", "What is two plus two?", "Name a colour."]
    var expected: [String] = []
    for question in questions { expected.append(try await model.reply(to: .asking(question)).text) }
    let replies = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, question) in questions.enumerated() {
        group.addTask { (index, try await model.reply(to: .asking(question)).text) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(questions.indices.map { replies[$0] } == expected)
  }
}

extension LanguageModelRequest {
  fileprivate func with(limit: Int) -> LanguageModelRequest {
    var request = self
    request.options.maximumResponseTokens = limit
    return request
  }
}
