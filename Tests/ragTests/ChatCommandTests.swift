import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag chat` in a pipe, with the smallest model: that it keeps its promises, not that its answers are good.
@Suite(.serialized) struct ChatCommandTests {
  private let notes: Notes
  private let pressure = "What is the tyre pressure of the bicycle?"

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
  }

  private func chat(_ arguments: [String] = [], saying lines: [String]) async throws -> BuiltProgram.Result {
    try await notes.rag(
      ["chat", "--reply-tokens", "16"] + (try Notes.shallowModel) + arguments,
      input: lines.map { $0 + "\n" }.joined())
  }

  @Test func everyLineIsAnsweredOrObeyed() async throws {
    let result = try await chat(saying: [
      pressure, "", "And behind?", "/sources", "/ledger", "/nonsense", "/new", "/sources", "/ledger", "/quit",
      "not read",
    ])
    #expect(result.status == 0)
    #expect(result.output.contains("bike.md:"))
    #expect(result.output.contains("searched for: And behind?"))
    let table = /\[[^\]]*\] 4,096 tokens\n((?:[^\n] +[0-9,]+  [^\n]+\n)+)/
    let ledgers = result.output.matches(of: table).map { String($0.output.1) }
    #expect(ledgers.count == 2)
    #expect(ledgers.first?.contains("history") == true && ledgers.last?.contains("history") == false)
    for ledger in ledgers {
      let counts = ledger.matches(of: /([0-9,]+) {2}/).compactMap { Int($0.output.1.replacing(",", with: "")) }
      #expect(counts.reduce(0, +) == 4096)
    }
    #expect(result.errors.contains("Unknown command /nonsense. /help lists the commands."))
    #expect(result.errors.contains("new conversation\nNo passages: nothing was searched for.\n"))
  }

  @Test func theEndOfTheInputEndsIt() async throws {
    #expect(try await chat(saying: []).status == 0)
  }

  @Test func aQuestionAboutSomethingElseDoesNotEndIt() async throws {
    let result = try await chat(saying: ["Who composed the opera Nabucco?", pressure])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Not in your notes.\n"))
    #expect(result.output.contains("[1] bike.md:"))
  }

  @Test func asJSONEachAnswerIsALine() async throws {
    struct Line: Decodable {
      var question: String
      var outcome: String
      var promptTokens: Int
    }
    let result = try await chat(["--json"], saying: [pressure, "And behind?"])
    let lines = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.map(\.question) == [pressure, "And behind?"])
    #expect(lines.allSatisfy { $0.promptTokens > 0 })
  }

  @Test func aSessionGoesOnInAnotherProcess() async throws {
    _ = try await chat(["--session", "my bicycle"], saying: [pressure])
    let first = try #require(try notes.conversations.transcript(named: "my bicycle"))
    #expect(Transcript.text(of: first).contains("User: ") && first.history.count == 2)
    _ = try await chat(["--session", "my bicycle"], saying: ["And behind?"])
    let second = try #require(try notes.conversations.transcript(named: "my bicycle"))
    #expect(second.count == first.count + 2 && second.starts(with: first))
    let other = try await chat(["--session", "my bicycle"], saying: ["/new"])
    #expect(other.status == 0)
    #expect(try notes.conversations.transcript(named: "my bicycle") == nil)
  }

  @Test func aSessionIsOneProcessesAlone() async throws {
    let first = try RunningProgram(
      ["chat", "--session", "bike", "--reply-tokens", "4"] + Notes.shallowModel, environment: notes.environment,
      in: notes.folder.path)
    let lock = notes.conversations.path + "/bike.lock"
    try await first.wait { (try? String(contentsOfFile: lock, encoding: .utf8))?.hasSuffix("\n") == true }
    let second = try await chat(["--session", "bike"], saying: [pressure])
    #expect(second.status == 2 && second.output.isEmpty)
    #expect(
      second.errors == "rag: The conversation bike is in use by process \(first.processID). "
        + "End that one first, or choose another name.\n")
    try first.say(pressure)
    #expect(try await first.end() == 0)
    #expect(try await chat(["--session", "bike"], saying: []).status == 0)
    #expect(try notes.conversations.transcript(named: "bike") != nil)
  }

  @Test func withoutANameNothingIsKept() async throws {
    _ = try await chat(saying: [pressure])
    #expect(try notes.conversations.conversations().isEmpty)
  }

  @Test func whatIsWrongIsSaidInOneLineWithItsExitCode() async throws {
    try notes.folder.write("{", to: "data/rag/conversations/broken.transcript")
    let cases: [(arguments: [String], environment: [String: String], status: Int32, says: String)] = [
      (["--session", "../up"], [:], 2, "is not a valid conversation name"),
      (["--session", "broken"], [:], 2, "broken.transcript"),
      (["--trace", "/dev/null/nowhere"], [:], 2, "--trace"),
      (["--index", notes.folder.path + "/none.sqlite"], [:], 2, "rag index"),
      (["--model", "nowhere.gguf"], [:], 2, "nowhere.gguf"),
      (["--context-size", "12"], [:], 64, "--context-size"),
      (["--reply-tokens", "0"], [:], 64, "--reply-tokens"),
      (["--unknown"], [:], 64, "--unknown"),
    ]
    for (arguments, environment, status, says) in cases {
      let model = arguments.contains("--model") ? [] : try Notes.shallowModel
      let result = try await notes.rag(["chat"] + model + arguments, environment: environment)
      #expect(result.status == status, "\(arguments)")
      #expect(result.errors.contains(says), "\(arguments): \(result.errors)")
      #expect(result.output.isEmpty)
    }
    let missing = try await notes.rag(["chat"], environment: notes.noModels)
    #expect(missing.status == 2 && missing.errors.contains("rag models pull"))
  }
}
