import Foundation
import LanguageModels
import Synchronization
import Testing

@Suite struct CompactionTests {
  private struct Failure: Error {}

  private let long = "w" + String(repeating: " w", count: 59)

  private func isSummary(_ request: LanguageModelRequest) -> Bool {
    request.messages[0].content.hasPrefix("Summarize the conversation")
  }

  /// Talks until something is compacted, and returns the records.
  private func compactions(
    of session: LanguageModelSession, turns: Int, prompt: (Int) -> String
  ) async throws -> [CompactionRecord] {
    let records = Mutex<[CompactionRecord]>([])
    session.onEvent = { event in
      if case .compactionEnded(let record) = event { records.withLock { $0.append(record) } }
    }
    for turn in 0..<turns { try await session.respond(to: prompt(turn)) }
    return records.withLock { $0 }
  }

  @Test func aConversationOfTwoHundredTurnsGoesOn() async throws {
    for policy in [SlidingWindow(), SummarizeAndCarry(), FreshSession()] as [any CompactionPolicy] {
      let model = ScriptedLanguageModel { isSummary($0) ? "they talked" : long + " reply" }
      let session = LanguageModelSession(model: model, instructions: "Be kind.")
      session.compaction = policy
      for turn in 0..<200 { try await session.respond(to: "turn \(turn): \(long)") }
      #expect(model.refusedRequests.isEmpty)
      #expect(model.requests.filter { !isSummary($0) }.count == 200)
      #expect(model.requests.allSatisfy { model.tokenCount(for: $0) + 512 <= 4096 })
    }
  }

  @Test func instructionsStayAndTheOldestTurnsGo() async throws {
    let model = ScriptedLanguageModel(contextSize: 512) { _ in "fine" }
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    let records = try await compactions(of: session, turns: 7) { "turn \($0) " + long }
    #expect(records.count == 1)
    #expect(records[0].tokenCountBefore > 384)
    #expect(records[0].tokenCountAfter <= 256)
    #expect(session.transcript[0].description == "Instructions: Be kind.")
    // One more turn would not have fitted.
    #expect(records[0].tokenCountAfter + 70 > 256)
    #expect(model.requests.last?.messages.first?.content == "Be kind.")
  }

  @Test func compactionKeepsToolsAndInstructions() async throws {
    for policy in [SlidingWindow(), SummarizeAndCarry(), FirstAndLast(), SummarizeMiddle()] as [any CompactionPolicy] {
      let model = ScriptedLanguageModel(contextSize: 1024) { isSummary($0) ? "they talked" : "fine" }
      let session = LanguageModelSession(model: model, tools: [PaddingTool()], instructions: "Be kind.")
      session.compaction = policy
      let records = try await compactions(of: session, turns: 20) { "turn \($0) " + long }
      #expect(!records.isEmpty)
      let chats = model.requests.filter { !isSummary($0) }
      #expect(
        chats.allSatisfy { $0.messages[0].content.hasPrefix("Be kind.") && $0.messages[0].content.contains("\"pad\"") })
      guard case .instructions(let instructions) = session.transcript[0] else { continue }
      #expect(instructions.toolDefinitions.map(\.name) == ["pad"])
    }
  }

  @Test func whatWasSaidInTurnThreeIsKnownInTurnFifty() async throws {
    // The summarizer keeps every line with a code; the chat finds it in whatever it is shown.
    let model = ScriptedLanguageModel(contextSize: 1024) { request in
      let text = request.messages.map(\.content).joined(separator: "\n")
      let code = text.firstMatch(of: /the code is ([a-z]+)/)?.output.1 ?? "unknown"
      if isSummary(request) { return code == "unknown" ? "nothing" : "the code is \(code)" }
      return request.messages.last?.content.hasPrefix("What") == true ? String(code) : "noted"
    }
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    session.compaction = .summarizeAndCarry
    let records = try await compactions(of: session, turns: 49) {
      $0 == 2 ? "Remember: the code is tulip. " + long : "turn \($0) " + long
    }
    #expect(records.count > 4)
    #expect(!session.transcript.history.contains { $0.description.contains("tulip") })
    #expect(try await session.respond(to: "What is the code?").content == "tulip")
  }

  @Test func itConsolidatesOnceAndThenWaits() async throws {
    let model = ScriptedLanguageModel(contextSize: 1024) { _ in "fine" }
    let session = LanguageModelSession(model: model)
    let records = try await compactions(of: session, turns: 40) { "turn \($0) " + long }
    // From a half to three quarters it is 256 tokens, three turns of 70 and more.
    #expect((5...10).contains(records.count))
  }

  @Test func idsStayThroughCompaction() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(contextSize: 512) { _ in "fine" })
    var seen: [String] = []
    for turn in 0..<12 {
      seen += try await session.respond(to: "turn \(turn) " + long).transcriptEntries.map(\.id)
      #expect(Array(seen.suffix(session.transcript.count)) == session.transcript.map(\.id))
    }
  }

  @Test func theSummaryIsCarriedInTheInstructions() async throws {
    let model = ScriptedLanguageModel(contextSize: 512) { isSummary($0) ? "They counted words." : "fine" }
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    session.compaction = .summarizeAndCarry
    let records = try await compactions(of: session, turns: 8) { "turn \($0) " + long }
    #expect(!records.isEmpty)
    #expect(records[0].summarizedEntryIDs.count >= 2)
    let system = try #require(model.requests.last?.messages.first)
    #expect(system.role == .system)
    #expect(system.content == "Be kind.\n\nConversation so far:\nThey counted words.")
    // What is summarized is not in the chat's requests any more, and the summarizer sees nothing of the chat's rules.
    let summaries = model.requests.filter(isSummary)
    #expect(summaries.count == records.count)
    #expect(summaries.allSatisfy { !$0.messages[0].content.contains("Be kind.") })
    let ledger = try await session.contextBreakdown()
    #expect(ledger[.summary] == model.tokenCount(of: "\n\nConversation so far:\nThey counted words."))
  }

  @Test func theNextSummaryContinuesTheLast() async throws {
    let number = Mutex(0)
    let model = ScriptedLanguageModel(contextSize: 512) { request in
      isSummary(request) ? "summary \(number.withLock { $0 += 1; return $0 })" : "fine"
    }
    let session = LanguageModelSession(model: model)
    session.compaction = .summarizeAndCarry
    _ = try await compactions(of: session, turns: 20) { "turn \($0) " + long }
    let summaries = model.requests.filter(isSummary)
    #expect(summaries.count > 2)
    for (index, request) in summaries.enumerated().dropFirst() {
      #expect(request.messages[1].content.hasPrefix("Summary so far:\nsummary \(index)\n"))
    }
    #expect(session.transcript[0].description == "Instructions: Conversation so far:\nsummary \(summaries.count)")
  }

  @Test func aLongHistoryIsSummarizedInPiecesThatFit() async throws {
    let model = ScriptedLanguageModel(contextSize: 512) { isSummary($0) ? "short" : "fine" }
    let entries = (0..<30).flatMap { turn -> [Transcript.Entry] in
      [
        .prompt(.init(segments: [.text(.init(content: "turn \(turn) " + long))])),
        .response(.init(segments: [.text(.init(content: "fine"))])),
      ]
    }
    let session = LanguageModelSession(model: model, transcript: Transcript(entries: entries))
    session.compaction = .summarizeAndCarry
    try await session.respond(to: "and now?")
    let summaries = model.requests.filter(isSummary)
    #expect(summaries.count > 4)
    #expect(model.refusedRequests.isEmpty)
    let pieces = summaries.map { $0.messages[1].content }
    for turn in 0..<27 { #expect(pieces.filter { $0.contains("turn \(turn) ") }.count == 1) }
    #expect(summaries.allSatisfy { ($0.options.maximumResponseTokens ?? .max) <= 300 })
  }

  @Test func withoutASummaryTheOldestTurnsGo() async throws {
    let model = ScriptedLanguageModel(contextSize: 512) { request in
      if isSummary(request) { throw Failure() }
      return "fine"
    }
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    session.compaction = .summarizeAndCarry
    let records = try await compactions(of: session, turns: 8) { "turn \($0) " + long }
    #expect(records[0].summaryError != nil)
    #expect(records[0].summarizedEntryIDs.isEmpty && !records[0].droppedEntryIDs.isEmpty)
    #expect(session.transcript[0].description == "Instructions: Be kind.")
  }

  @Test func withoutAPolicyTheSessionSaysSoAndGoesOnOnceTrimmed() async throws {
    let model = ScriptedLanguageModel(contextSize: 256) { _ in "fine" }
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    session.compaction = nil
    for _ in 0..<3 { try await session.respond(to: long) }
    let before = session.transcript
    for _ in 0..<2 {
      let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: long) }
      guard case .contextSizeExceeded(256, let count)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(count > 256)
      #expect(session.transcript == before)
    }
    session.transcript.history = []
    #expect(try await session.respond(to: long).content == "fine")
    #expect(model.refusedRequests.isEmpty)
  }

  @Test func aPromptThatIsTooLongByItselfIsNamed() async throws {
    let model = ScriptedLanguageModel(contextSize: 256) { _ in "fine" }
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    let prompt = "w" + String(repeating: " w", count: 299)
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: prompt) }
    // Two tokens frame a prompt; the instructions are five, the reply begins with one and has 32 to itself.
    #expect(error == .promptTooLarge(contextSize: 256, tokenCount: 302 + 5 + 1 + 32, promptTokenCount: 302))
    #expect(error?.localizedDescription.contains("302 tokens") == true)
    #expect(model.requests.isEmpty)
  }

  @Test func aPromptThatLeavesNoRoomForTheReplyIsRefused() async throws {
    let model = ScriptedLanguageModel(contextSize: 256) { _ in "fine" }
    for (size, fits) in [(221, true), (222, false), (252, false)] {
      let prompt = "w" + String(repeating: " w", count: size - 1)
      let session = LanguageModelSession(model: model)
      let response = try? await session.respond(to: prompt)
      #expect((response != nil) == fits)
    }
  }

  @Test func theCallerSeesNothingOfItAndEventsComeInOrder() async throws {
    let model = ScriptedLanguageModel(contextSize: 512) { _ in "fine" }
    let session = LanguageModelSession(model: model)
    let events = Mutex<[String]>([])
    session.onEvent = { event in
      switch event {
      case .compactionBegan: events.withLock { $0.append("began") }
      case .compactionEnded: events.withLock { $0.append("ended") }
      case .inference: events.withLock { $0.append("inference") }
      default: break
      }
    }
    for turn in 0..<8 {
      let response = try await session.respond(to: "turn \(turn) " + long)
      #expect(response.content == "fine")
      #expect(response.transcriptEntries.count == 2)
    }
    let seen = events.withLock { $0 }
    #expect(seen.contains("began"))
    for (index, event) in seen.enumerated() where event == "began" {
      #expect(seen[index...].prefix(3).elementsEqual(["began", "ended", "inference"]))
    }
  }
}
