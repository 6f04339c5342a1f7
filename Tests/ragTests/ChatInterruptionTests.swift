import Foundation
import LanguageModels
import TestSupport
import Testing

/// Ctrl-C and `kill -9` at every moment of a conversation, on the real program.
@Suite(.serialized) struct ChatInterruptionTests {
  private let notes: Notes
  private let story = "Tell a long story about the bicycle, its chain and its tyre pressure, in twenty sentences."

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
  }

  private func start(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram(
      ["chat", "--session", "s"] + (try Notes.shallowModel) + arguments, environment: notes.environment,
      in: notes.folder.path)
  }

  private var transcript: Transcript? { get throws { try notes.conversations.transcript(named: "s") } }
  private var turns: Int { get throws { (try transcript?.history.count ?? 0) / 2 } }

  private func trace(_ path: String) throws -> [TraceLine] {
    try TraceLine.lines(ofFile: notes.folder.path + "/" + path)
  }

  @Test func ctrlCStopsAnAnswerAndNotTheProgram() async throws {
    let program = try start()
    try program.say(story)
    try await program.halt { !program.output.isEmpty }
    #expect(try turns == 0, "it is at work")
    program.interrupt()
    try await program.wait { program.errors.contains("stopped") }
    #expect(try turns == 0, "what was stopped was not said")

    try program.say("What is the tyre pressure of the bicycle?")
    try await program.wait { try turns == 1 }
    #expect(try await program.end() == 0)
    let transcript = try #require(try transcript)
    #expect(!Transcript.text(of: transcript).contains("Tell a long story"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: notes.conversations.path) == ["s.transcript"])
  }

  @Test func sigtermEndsTheProgramInTheMiddleOfAnAnswer() async throws {
    let program = try start()
    try program.say(story)
    try await program.halt { !program.output.isEmpty }
    program.signal(SIGTERM)
    program.signal(SIGCONT)
    #expect(try await program.end() == 130)
    #expect(try turns == 0)
  }

  @Test func ctrlCStopsACompactionAndTheConversationGoesOn() async throws {
    let program = try start("--context-size", "512", "--reply-tokens", "48", "--trace", "trace.jsonl")
    @Sendable func count(_ event: String) throws -> Int { try trace("trace.jsonl").count { $0.event == event } }
    @Sendable func isCompacting() throws -> Bool { try count("compactionBegan") > count("compaction") }
    var (met, message) = (false, "")
    try program.say("What is the tyre pressure of the bicycle?")
    try await program.wait { try turns == 1 }
    for number in 1...40 where !met {
      let last = try transcript
      message = "Remember list \(number): " + (1...50).map { "item\(number * $0)" }.joined(separator: " ") + "."
      try program.say(message)
      repeat {
        // The first compaction may get by without a summary, by dropping a passage; the second cannot.
        try await program.halt { try transcript != last || (isCompacting() && count("compaction") > 0) }
        met = try transcript == last && isCompacting()
        if !met { program.signal(SIGCONT) }
      } while try !met && transcript == last
    }
    #expect(met, "the signal must meet a compaction")
    let before = try #require(try transcript)
    program.interrupt()
    try await program.wait { program.errors.contains("stopped") }
    try await program.wait { try transcript == before }
    let compacted = try count("compaction")
    #expect(try count("compactionBegan") == compacted + 1, "it met the compaction")

    try program.say(message)
    try await program.wait { try transcript != before }
    #expect(try await program.end() == 0)
    #expect(try count("compaction") > compacted, "said again, it compacts again")
    let after = try #require(try transcript)
    #expect(Transcript.text(of: after.suffix(2)).contains(message))
    #expect(after.history.count % 2 == 0)
  }

  @Test func aProcessThatIsKilledGoesOnWhereItWas() async throws {
    let program = try start()
    try program.say("What is the tyre pressure of the bicycle?")
    try await program.wait { try turns == 1 }
    let saved = try #require(try transcript)
    let shown = program.output.count
    try program.say(story)
    try await program.halt { program.output.count > shown + 20 }
    program.signal(SIGKILL)
    #expect(try await program.end() == SIGKILL)
    #expect(try transcript == saved)

    let next = try start("--reply-tokens", "8")
    try next.say("And behind?")
    try await next.wait { try turns == 2 }
    #expect(try await next.end() == 0)
    #expect(try #require(try transcript).starts(with: saved))
  }

  @Test func ctrlCWhileItWaitsForALineEndsIt() async throws {
    let program = try start("--trace", "trace.jsonl")
    try await program.wait { try trace("trace.jsonl").contains { $0.event == "inference" } }
    program.signal(SIGINT)
    try await program.wait { program.errors.contains("interrupted") }
    #expect(try await program.end() == 130)
  }

  @Test func ctrlCDuringAToolCallEndsAskAndLeavesTheIndexWhole() async throws {
    var met = false
    for attempt in 1...20 where !met {
      let path = "trace-\(attempt).jsonl"
      let program = try RunningProgram(
        ["ask", "--tool", "--trace", path] + (try Notes.smallModel) + ["What is the tyre pressure of the bicycle?"],
        environment: notes.environment, in: notes.folder.path)
      try await program.halt { try trace(path).contains { $0.purpose == "response" } }
      met = try !trace(path).contains { $0.event == "toolCall" }
      program.interrupt()
      #expect(try await program.end() == 130)
      #expect(program.errors.contains("interrupted") && program.output.isEmpty)
    }
    #expect(met, "the signal must meet the program while the tool runs")
    let check = try await notes.rag(["doctor"] + (try Notes.shallowModel))
    #expect(check.status == 0, "\(check.output)")
  }
}
