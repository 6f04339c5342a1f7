import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag ask` with retrieval as a step, as a tool and without it; what it says of its tokens.
@Suite(.serialized) struct AskModesCommandTests {
  private struct Answered: Decodable {
    struct Ledger: Decodable {
      struct LeftOut: Decodable { var source, reason: String }
      var contextSize: Int
      var tokens: [String: Int]
      var leftOut: [LeftOut]
    }
    struct Passage: Decodable { var path: String }
    var outcome: String
    var answer: String?
    var passages: [Passage]
    var promptTokens: Int
    var ledger: Ledger?
    var usage: GenerationSummary?
  }

  private let notes: Notes
  private let question = "What is the tyre pressure of the bicycle?"

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
  }

  private func ask(_ arguments: String...) async throws -> BuiltProgram.Result {
    try await notes.rag(["ask"] + (try Notes.shallowModel) + arguments)
  }

  private func trace(_ name: String) throws -> [TraceLine] {
    try TraceLine.lines(ofFile: notes.folder.path + "/" + name)
  }

  @Test func searchingOnceBeforeTheModelIsAskedIsTheDefault() async throws {
    let result = try await ask("--json", "--trace", "t.jsonl", "--reply-tokens", "16", question)
    let answer = try JSONDecoder().decode(Answered.self, from: Data(result.output.utf8))
    #expect(answer.passages.map(\.path).contains("bike.md"))
    #expect((answer.ledger?.tokens["passages"] ?? 0) > 0 && answer.ledger?.tokens["toolDefinitions"] == nil)
    #expect(try trace("t.jsonl").map(\.event) == ["inference", "retrieval", "inference"])
    #expect(try trace("t.jsonl").compactMap(\.purpose) == ["prewarming", "response"])
  }

  @Test func aCallThatTheReplyLimitCutsNamesTheLimitAndItsOption() async throws {
    let result = try await ask("--tool", "--reply-tokens", "4", question)
    #expect(result.status == 2)
    #expect(result.errors.hasSuffix("after 4 tokens, the limit of the reply: allow more with --reply-tokens\n"))
  }

  @Test func theTraceHasALineForEachInferenceAndItsTokensAreTheAnswers() async throws {
    let result = try await ask("--json", "--trace", "t.jsonl", "--reply-tokens", "16", question)
    let answer = try JSONDecoder().decode(Answered.self, from: Data(result.output.utf8))
    let response = try #require(try trace("t.jsonl").last { $0.purpose == "response" }?.value)
    #expect(response.inputTokens == answer.promptTokens)
    #expect(response.inputTokens == answer.usage?.promptTokens && response.outputTokens == answer.usage?.replyTokens)
    #expect((response.cachedTokens ?? 0) < answer.promptTokens && (response.outputTokens ?? 0) <= 16)
    #expect((response.timeToFirstToken ?? -1) > 0 && (response.duration ?? 0) >= (response.timeToFirstToken ?? 0))
    let ledger = try #require(answer.ledger)
    #expect(response.breakdown?.counts == ledger.tokens)
    #expect(ledger.contextSize == 4096 && ledger.tokens.values.reduce(0, +) == 4096)
    let spared = (ledger.tokens["replyReserve"] ?? 0) + (ledger.tokens["free"] ?? 0)
    #expect(4096 - spared == answer.promptTokens)

    // A second run adds to the file.
    let before = try trace("t.jsonl").count
    _ = try await ask("--trace", "t.jsonl", "--reply-tokens", "16", question)
    #expect(try trace("t.jsonl").count == 2 * before)
  }

  @Test func theUnchangingFrontIsEvaluatedByTheFirstRunAndReadByTheSecond() async throws {
    for arguments in [try Notes.shallowModel + ["--reply-tokens", "8"], try Notes.smallModel + ["--tool"]] {
      let name = "t\(arguments.count).jsonl"
      for _ in 1...2 { _ = try await notes.rag(["ask", "--trace", name] + arguments + [question]) }
      let fronts = try trace(name).filter { $0.purpose == "prewarming" }.compactMap(\.value)
      #expect(fronts.count == 2)
      #expect((fronts[0].inputTokens ?? 0) >= 16 && fronts[0].cachedTokens == 0)
      #expect(fronts[1].inputTokens == fronts[0].inputTokens && fronts[1].cachedTokens == fronts[1].inputTokens)
      let response = try #require(try trace(name).last { $0.purpose == "response" }?.value)
      #expect((response.cachedTokens ?? 0) >= 16)
    }
    let folder = notes.folder.path + "/cache/rag/fronts"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".front") }.count == 2)
  }

  @Test func theLedgerShowsWhereEveryTokenGoes() async throws {
    let result = try await ask("--ledger", "--context-size", "512", "--reply-tokens", "32", question)
    #expect(result.status == 0)
    let ledger = try #require(result.output.firstRange(of: /\[[^\]]*\] 512 tokens\n/)).lowerBound
    let rows = result.output[ledger...].split(separator: "\n").dropFirst().compactMap { row in
      row.wholeMatch(of: /(.) +([\d,]+)  (.+)/).map {
        (String($0.output.1), Int($0.output.2) ?? 0, String($0.output.3))
      }
    }
    #expect(rows.map(\.0) == ["i", "p", "q", "r", "·"])
    #expect(rows.map(\.2) == ["instructions", "passages", "question", "reserved for the reply", "free"])
    #expect(rows.reduce(0) { $0 + $1.1 } == 512 && rows[3].1 == 32)
    let bar = try #require(result.output[ledger...].split(separator: "\n").first)
    #expect(bar.count == 60 + "[] 512 tokens".count)
  }

  @Test func theLedgerTellsWhatWasLeftOutAndWhy() async throws {
    for number in 1...6 {
      try notes.folder.write(
        "# Bicycle \(number)\n\nThe tyre pressure of bicycle \(number) is 4 bar.", to: "notes/\(number).md")
    }
    _ = try await notes.rag("index")
    let result = try await ask("--ledger", "--passages", "2", "--reply-tokens", "8", question)
    let left = result.output.split(separator: "\n").filter { $0.hasPrefix("left out  ") }
    #expect(!left.isEmpty && left.allSatisfy { $0.contains(".md:") })
    #expect(left.contains { $0.hasSuffix("passage limit reached; raise it with --passages") })
    let tight = try await ask("--json", "--passage-tokens", "60", "--reply-tokens", "8", question)
    let answer = try JSONDecoder().decode(Answered.self, from: Data(tight.output.utf8))
    #expect(answer.ledger?.leftOut.contains { $0.reason == "tokens" } == true)
  }

  @Test func whereNoPromptIsMadeTheLedgerSaysSo() async throws {
    let result = try await ask("--ledger", "Who composed the opera Nabucco?")
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("No ledger: no prompt was built from passages.\n"))
  }

  @Test func aModelSearchesWithTheTool() async throws {
    // The smallest model's words are its own, and so is the outcome: what it searches for is not.
    _ = try await notes.rag(["ask", "--tool", "--json", "--trace", "t.jsonl"] + (try Notes.smallModel) + [question])
    let lines = try trace("t.jsonl")
    let call = try #require(lines.first { $0.event == "toolCall" }?.value)
    #expect(call.toolName == "searchNotes" && call.arguments?.contains("\"query\"") == true && call.error == nil)
    #expect(lines.filter { $0.purpose == "response" }.count >= 2)
  }

  @Test(arguments: [
    ("tyre pressure of the bicycle", "Tyre pressure: 4.5 bar in front.", "answered", 0),
    ("tyre pressure of the bicycle", "The pressure is 6 bar, says Jonas.", "unsure", 0),
    ("zeppelin", "I don't know.", "notInNotes", 1),
  ])
  func anAnswerByToolEndsWithItsOutcome(query: String, reply: String, outcome: String, status: Int32) async throws {
    let call = #"{"name": "searchNotes", "arguments": {"query": "\#(query)"}}"#
    let program = ScriptedProgram(
      model: ScriptedLanguageModel.answering([call, reply]), dataFolder: notes.folder.path)
    let result = await program.run(["ask", "--index", notes.index, "--tool", "--json", question])
    #expect(result.status == status)
    let answer = try JSONDecoder().decode(Answered.self, from: Data(result.output.utf8))
    #expect(answer.outcome == outcome)
    #expect(answer.passages.contains { $0.path == "bike.md" } == (query != "zeppelin"))
  }

  @Test func withoutRetrievalTheAnswerIsNotFromTheNotes() async throws {
    let result = try await ask("--no-retrieval", "--trace", "t.jsonl", "--reply-tokens", "16", question)
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("Not from your notes.\n"))
    #expect(!result.output.contains("bike.md"))
    #expect(try !trace("t.jsonl").contains { $0.event == "toolCall" })
    let json = try await ask("--no-retrieval", "--json", "--reply-tokens", "16", question)
    #expect(try JSONDecoder().decode(Answered.self, from: Data(json.output.utf8)).passages.isEmpty)
  }

  @Test func theAnswerIsShownWhileItIsWritten() async throws {
    let program = try RunningProgram(
      ["ask", "--no-retrieval", "--trace", "t.jsonl"] + (try Notes.smallModel) + [
        "Write a long story about a bicycle."
      ],
      environment: notes.environment, in: notes.folder.path)
    try await program.halt { program.output.count > 10 }
    #expect(try !trace("t.jsonl").contains { $0.purpose == "response" }, "the model still writes")
    program.signal(SIGCONT)
    #expect(try await program.end() == 0)
    #expect(try trace("t.jsonl").contains { $0.purpose == "response" })
    #expect(program.output.count > 200)
  }

  @Test func ctrlCStopsAnAnswerWithItsOwnExitCode() async throws {
    let program = try RunningProgram(
      ["ask", "--no-retrieval"] + (try Notes.shallowModel) + ["Write a long story about a bicycle."],
      environment: notes.environment, in: notes.folder.path)
    try await program.halt { !program.output.isEmpty }
    program.interrupt()
    #expect(try await program.end() == 130)
    #expect(program.errors.hasSuffix("interrupted\n"))
  }
}
