import LanguageModels
import LlamaEngine
import TestSupport
import Testing

@Suite(.serialized) struct LlamaGenerationTests {
  @Test func theSameQuestionHasTheSameGreedyReply() async throws {
    let model = try await SmolLM2.load()
    let reply = try await model.reply(to: .asking("Name the capital of France.", limit: 24))
    #expect(reply.text == "The capital of France is Paris.")
    #expect(reply.summary?.reason == .complete)
    #expect(reply.summary?.cachedTokens == 0)
  }

  @Test func thereIsAtLeastOneThread() async throws {
    _ = try await SmolLM2.load()
    for threads in [0, -3, Int.min] {
      let model = try await LlamaLanguageModel(contentsOf: Models.smallModel(), contextSize: 64, threads: threads)
      #expect(try await model.reply(to: .asking("Name the capital of France.", limit: 2)).text == "The capital")
    }
  }

  @Test func theLimitCutsAReplyAndSaysSo() async throws {
    let model = try await SmolLM2.load()
    let reply = try await model.reply(to: .asking("Count from one to twenty.", limit: 5))
    #expect(reply.summary?.replyTokens == 5)
    #expect(reply.summary?.reason == .length)
    #expect(try await model.reply(to: .asking("Count from one to twenty.", limit: 0)).text == "")
  }

  @Test func theWindowCutsAReplyAndSaysSo() async throws {
    let model = try await SmolLM2.load(contextSize: 64)
    let request = LanguageModelRequest.asking("Tell me a long story about a lighthouse.", limit: nil)
    let reply = try await model.reply(to: request)
    let prompt = try model.tokenCount(for: request)
    #expect(reply.summary?.replyTokens == 64 - prompt)
    #expect(reply.summary?.reason == .length)
  }

  @Test func aPromptThatFillsTheWindowIsRefused() async throws {
    let model = try await SmolLM2.load(contextSize: 64)
    for words in [60, 600, 6000] {
      let request = LanguageModelRequest.asking(String(repeating: " word", count: words))
      let expected = LanguageModelError.contextSizeExceeded(
        contextSize: 64, tokenCount: try model.tokenCount(for: request))
      await #expect(throws: expected) { try await model.reply(to: request) }
      await #expect(throws: expected) { try await model.nextTokenScores(after: request, candidates: ["a"]) }
    }
    // The largest prompt that fits is answered.
    let empty = try model.tokenCount(for: .asking(""))
    let request = LanguageModelRequest.asking(String(repeating: " word", count: 63 - empty), limit: nil)
    try #require(try model.tokenCount(for: request) == 63)
    #expect(try await model.reply(to: request).summary?.replyTokens == 1)
  }

  @Test func theWindowIsNeverWiderThanWhatTheModelWasTrainedOn() async throws {
    #expect(try await SmolLM2.load(contextSize: 100_000).contextSize == 8192)
    await #expect(throws: LlamaError.invalidContextSize(0)) { try await SmolLM2.load(contextSize: 0) }
  }

  @Test func aStopSequenceEndsAReplyAcrossTokens() async throws {
    let model = try await SmolLM2.load()
    let whole = try await model.reply(to: .asking("Name the capital of France."))
    // "tal of Fr" begins and ends inside words.
    for stop in ["tal of Fr", "e is P", ".", "The"] {
      let reply = try await model.reply(to: .asking("Name the capital of France.", stop: ["never said", stop]))
      let end = try #require(whole.text.firstRange(of: stop)?.lowerBound)
      #expect(reply.text == whole.text[..<end])
      #expect(reply.summary?.reason == .complete)
    }
  }

  @Test func aSeedRepeatsAReplyAndOthersDiffer() async throws {
    let model = try await SmolLM2.load()
    let question = "Invent a name for a boat."
    for mode in [0, 1] {
      func reply(_ seed: UInt64) async throws -> String {
        let sampling: GenerationOptions.SamplingMode =
          mode == 0 ? .random(top: 50, seed: seed) : .random(probabilityThreshold: 0.95, seed: seed)
        return try await model.reply(to: .asking(question, sampling: sampling, temperature: 1.2)).text
      }
      let first = try await reply(7)
      #expect(try await reply(7) == first)
      var others: Set<String> = [first]
      for seed in [8, 9, UInt64(UInt32.max)] { others.insert(try await reply(seed)) }
      #expect(others.count > 1)
    }
  }

  @Test func choosingAmongOneTokenOrAtNoTemperatureIsGreedy() async throws {
    let model = try await SmolLM2.load()
    let question = "Name three colours."
    let greedy = try await model.reply(to: .asking(question)).text
    for request in [
      LanguageModelRequest.asking(question, sampling: .greedy, temperature: 2),
      .asking(question, sampling: .random(top: 1, seed: 3)),
      .asking(question, sampling: .random(probabilityThreshold: 0, seed: 3)),
      .asking(question, sampling: .random(top: 50, seed: 3), temperature: 0),
    ] {
      #expect(try await model.reply(to: request).text == greedy)
    }
  }

  @Test func aReplyContinuesItsPrefix() async throws {
    let model = try await SmolLM2.load()
    let reply = try await model.reply(
      to: .asking("What is the capital of France?", replyPrefix: "{\"answer\": \"", stop: ["\""]))
    #expect(reply.text.contains("Paris"))
    #expect(!reply.text.contains("answer"))
  }

  @Test func aPrefixThatEndsInASpaceIsContinuedWithAWord() async throws {
    let model = try await SmolLM2.load()
    let request = LanguageModelRequest.asking(
      "What is the capital of France?", replyPrefix: "The capital of France is ")
    #expect(try await model.reply(to: request).text.hasPrefix("Paris"))
    let scores = try await model.nextTokenScores(after: request, candidates: ["Paris", "London", ""]).scores
    #expect(scores[0] > scores[1])
    // The space itself is the first token of nothing more.
    #expect(scores[2].isFinite)
  }

  @Test func noPieceOfAReplyEndsInsideACharacter() async throws {
    let model = try await SmolLM2.load()
    let prefix = "🌧️🌧️🌧️👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀"
    let reply = try await model.reply(to: .asking("Repeat the astronaut: 👩🏽‍🚀", replyPrefix: prefix, limit: 40))
    #expect(reply.text.contains { !$0.isASCII })
    #expect(reply.pieces.flatMap { Array($0) } == Array(reply.text))
  }
}
