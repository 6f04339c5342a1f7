import Foundation
import LanguageModels
import Testing

@Suite struct TokenCountTests {
  private let model = ScriptedLanguageModel(replies: [])

  private struct NoTokenizer: LanguageModel {
    struct Failure: Error {}
    let name = "none"
    let contextSize = 4096
    let capabilities = LanguageModelCapabilities([])
    func tokenCount(for request: LanguageModelRequest) throws -> Int { throw Failure() }
    func tokenCount(of text: String) throws -> Int { throw Failure() }
    func nextTokenScores(
      after request: LanguageModelRequest, candidates: [String], layers: [Int]
    ) throws -> NextTokenScores {
      throw Failure()
    }
    func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> { .init { nil } }
  }

  @Test func everyKindOfPartIsCounted() async throws {
    // A message costs its tokens and two for the frame.
    #expect(try await model.tokenCount(for: "one two") == 4)
    #expect(try await model.tokenCount(for: Prompt("one two")) == 4)
    #expect(try await model.tokenCount(for: Instructions("one two")) == 4)
    #expect(try await model.tokenCount(for: [PaddingTool()]) > 20)
    #expect(try await model.tokenCount(for: Person.generationSchema) > 20)
    #expect(try await model.tokenCount(for: TranscriptTests.full) > 60)
    let none: [any Tool] = []
    #expect(try await model.tokenCount(for: none) == 0)
    #expect(try await model.tokenCount(for: Transcript()) == 0)
  }

  @Test func countsGrowWithWhatIsCounted() async throws {
    var last = 0
    for length in [1, 2, 5, 50, 500] {
      let count = try await model.tokenCount(for: String(repeating: "a ", count: length))
      #expect(count > last)
      #expect(try await model.tokenCount(for: String(repeating: "a ", count: length)) == count)
      last = count
    }
    let small = try await model.tokenCount(for: Padding.generationSchema)
    #expect(try await model.tokenCount(for: Person.generationSchema) > small)
  }

  @Test func thePartsSumToTheWhole() async throws {
    var transcript = TranscriptTests.full
    transcript.append(
      .prompt(.init(segments: [.passage("[1] cats purr"), .text(.init(content: "Why?"))], responseFormat: nil)))
    let session = LanguageModelSession(
      model: model, tools: [PaddingTool()], transcript: transcript.carryingTest("so far"))
    let ledger = try await session.contextBreakdown(
      prompt: Prompt(passages: ["[1] dogs bark"], question: "Who barks?"), options: .init(maximumResponseTokens: 99))
    for part in [
      ContextBreakdown.Part.instructions, .toolDefinitions, .summary, .history, .passages, .question, .replyReserve,
    ] {
      #expect(ledger[part] > 0, "\(part)")
    }
    #expect(ledger[.replyReserve] == 99)
    #expect(ContextBreakdown.Part.allCases.reduce(0) { $0 + ledger[$1] } == 4096)
  }

  @Test func theLedgerIsWhatIsEvaluated() async throws {
    let model = ScriptedLanguageModel(replies: ["{\"name\": \"Ada\", \"age\": 3}"])
    let session = LanguageModelSession(model: model, instructions: "Be short.")
    let response = try await session.respond(
      to: Prompt(passages: ["[1] Ada was 3."], question: "How old?"), generating: Person.self)
    let ledger = response.contextBreakdown
    #expect(ledger.promptTokenCount == response.usage.input.totalTokenCount)
    // Template and instructions: the frame of two, the beginning of the reply and three tokens.
    #expect(
      ledger[.instructions] == model.tokenCount(for: .init(messages: [.init(role: .system, content: "Be short.")])))
    #expect(ledger[.passages] > 6 && ledger[.question] == 5 && ledger[.schema] > 20)
  }

  @Test func whereThereIsNoTokenizerTheSafeGuessStandsIn() async throws {
    let transcript = TranscriptTests.full
    #expect(await transcript.tokenCount(by: NoTokenizer()) == transcript.safeEstimatedTokenCount)
    #expect(await transcript.tokenCount(by: model) == (try await model.tokenCount(for: transcript)))
  }

  @Test(arguments: [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("日本語", 6), ("한국", 6), ("Привет", 5)])
  func guessesFollowTheScript(text: String, tokens: Int) {
    #expect(TokenEstimate.tokens(in: text) == tokens)
  }

  @Test func callsAndOutputsCostMoreThanTheirTexts() {
    let arguments = Person(name: "Ada", age: 1).generatedContent
    let call = Transcript.Entry.toolCalls(.init([.init(toolName: "look", arguments: arguments)]))
    #expect(
      TokenEstimate.tokens(in: [call]) == 1 + TokenEstimate.tokens(in: arguments.jsonString) + 5)
    let output = Transcript.Entry.toolOutput(
      .init(id: "1", toolName: "look", segments: [.text(.init(content: "abcd"))]))
    #expect(TokenEstimate.tokens(in: [output]) == 4)
  }

  @Test func theSafeGuessIsAQuarterAndAHundredMore() {
    #expect(TokenEstimate.safeTokens(400) == 600)
    #expect(TokenEstimate.safeTokens(0) == 100)
  }

  @Test(arguments: [(2168, false), (2176, false), (2180, true)])
  func theLimitIsNearAboveSeventyPercent(characters: Int, isNear: Bool) {
    let text = String(repeating: "a", count: characters)
    let transcript = Transcript(entries: [.response(.init(segments: [.text(.init(content: text))]))])
    // 2,176 characters are 544 tokens, safely 780; of 1,114 that is 70.02 %.
    #expect(transcript.isApproachingLimit(contextSize: 1115) == isNear)
  }
}

extension Transcript {
  /// The transcript with a summary in its instructions.
  fileprivate func carryingTest(_ summary: String) -> Transcript {
    var transcript = self
    guard case .instructions(var instructions) = transcript[0] else { return self }
    instructions.segments.append(.text(.init(id: "summary:1", content: summary)))
    transcript[0] = .instructions(instructions)
    return transcript
  }
}
