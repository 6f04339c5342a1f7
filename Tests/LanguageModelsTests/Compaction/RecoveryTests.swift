import LanguageModels
import Synchronization
import Testing

/// What a session does where a model refuses a request that was counted to fit.
@Suite struct RecoveryTests {
  /// A model that refuses requests that its own count calls small enough.
  private final class Stubborn: LanguageModel {
    let base: ScriptedLanguageModel
    let refusals: Mutex<Int>
    let sent = Mutex<[LanguageModelRequest]>([])
    init(refusing count: Int) {
      base = ScriptedLanguageModel { _ in "fine" }
      refusals = Mutex(count)
    }
    var name: String { base.name }
    var contextSize: Int { base.contextSize }
    var capabilities: LanguageModelCapabilities { base.capabilities }
    func tokenCount(for request: LanguageModelRequest) -> Int { base.tokenCount(for: request) }
    func tokenCount(of text: String) -> Int { base.tokenCount(of: text) }
    func nextTokenScores(
      after request: LanguageModelRequest, candidates: [String], layers: [Int]
    ) throws -> NextTokenScores {
      try base.nextTokenScores(after: request, candidates: candidates, layers: layers)
    }
    func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
      sent.withLock { $0.append(request) }
      let refuses = refusals.withLock { refusals in
        defer { refusals -= 1 }
        return refusals > 0
      }
      guard refuses else { return base.generate(request) }
      return AsyncThrowingStream { continuation in
        continuation.yield(.text("so f"))
        continuation.finish(throwing: LanguageModelError.contextSizeExceeded(contextSize: 4096, tokenCount: 5000))
      }
    }
  }

  private let oldTurn: [Transcript.Entry] = [
    .instructions(.init(segments: [.text(.init(content: "Be kind."))])),
    .prompt(.init(segments: [.text(.init(content: "old"))])),
    .response(.init(segments: [.text(.init(content: "reply"))])),
  ]

  @Test(arguments: [false, true])
  func aRefusedRequestIsShortenedAndSentOnceMore(streams: Bool) async throws {
    let model = Stubborn(refusing: 1)
    let session = LanguageModelSession(model: model, transcript: Transcript(entries: oldTurn))
    let records = Mutex<[CompactionRecord]>([])
    session.onEvent = { event in
      if case .compactionEnded(let record) = event { records.withLock { $0.append(record) } }
    }
    if streams {
      var last = ""
      for try await snapshot in session.streamResponse(to: "new") { last = snapshot.content }
      #expect(last == "fine")
    } else {
      #expect(try await session.respond(to: "new").content == "fine")
    }
    #expect(
      model.sent.withLock { $0.map { $0.messages.map(\.content) } } == [
        ["Be kind.", "old", "reply", "new"], ["Be kind.", "new"],
      ])
    #expect(session.transcript.map(\.description) == ["Instructions: Be kind.", "User: new", "Assistant: fine"])
    #expect(records.withLock { $0.map(\.isRecovery) } == [true])
  }

  @Test func aSecondRefusalIsThePromptsOwn() async throws {
    let model = Stubborn(refusing: .max)
    let session = LanguageModelSession(model: model, transcript: Transcript(entries: oldTurn))
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "new") }
    #expect(error == .promptTooLarge(contextSize: 4096, tokenCount: 5000, promptTokenCount: 3))
    #expect(model.sent.withLock { $0.count } == 2)
    #expect(session.transcript == Transcript(entries: oldTurn))
  }

  @Test func whereNothingCanBeLeftOutThereIsNoSecondTry() async throws {
    let model = Stubborn(refusing: .max)
    let session = LanguageModelSession(model: model)
    await #expect(throws: LanguageModelError.promptTooLarge(contextSize: 4096, tokenCount: 5000, promptTokenCount: 3)) {
      try await session.respond(to: "new")
    }
    #expect(model.sent.withLock { $0.count } == 1)
  }
}
