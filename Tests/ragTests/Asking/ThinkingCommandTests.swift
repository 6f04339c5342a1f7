import Foundation
import LanguageModels
import TestSupport
import Testing

/// A model that thinks before it answers, as a user of the command meets it.
@Suite struct ThinkingCommandTests {
  private let question = "What is the tyre pressure of the bicycle?"
  private let quoted = "Tyre pressure: 4.5 bar in front, 5 bar behind."
  private let thought = "\nThey want\u{1B}[2J the pressure.\n\nIt is in bike.md.\n"

  private func run(_ notes: Notes, _ arguments: [String], thought: String?, lines: [String] = []) async -> (
    BuiltProgram.Result, ScriptedLanguageModel
  ) {
    let answers = arguments[0] == "chat" ? [quoted, "5 bar."] : [quoted]
    let model = ScriptedLanguageModel.answering(answers, thought: thought)
    let program = ScriptedProgram(model: model, lines: lines, dataFolder: notes.home + "/data")
    return (await program.run(arguments.prefix(1) + ["--index", notes.index] + arguments.dropFirst()), model)
  }

  private func indexed() async throws -> Notes {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    return notes
  }

  @Test func thoughtsAreHiddenUnlessAskedFor() async throws {
    let notes = try await indexed()
    let (plain, _) = await run(notes, ["ask", question], thought: thought)
    let (hidden, model) = await run(notes, ["ask", "--think", question], thought: thought)
    #expect(hidden.status == 0 && hidden.output == plain.output, "\(hidden.output)")
    #expect(hidden.errors.isEmpty && model.requests.map(\.reasoningTokens) == [1024])

    let (shown, _) = await run(notes, ["ask", "--show-thinking", question], thought: thought)
    // Neither the note nor the thought commands the terminal.
    #expect(shown.errors == "They want\\u{1B}[2J the pressure.\n\nIt is in bike.md.\n\n", "\(shown.errors)")
    #expect(shown.output.contains(quoted))
    let (limited, limitedModel) = await run(
      notes, ["ask", "--think-tokens", "3", "--show-thinking", question], thought: thought)
    #expect(limited.errors == "They want\n\n" && limitedModel.requests.map(\.reasoningTokens) == [3])
  }

  @Test func theLedgerCountsThoughts() async throws {
    let notes = try await indexed()
    let (ledger, _) = await run(
      notes, ["ask", "--think-tokens", "200", "--ledger", question], thought: "one two three")
    #expect(ledger.output.contains("k     200  reserved for thinking\n"), "\(ledger.output)")
    #expect(ledger.output.contains("thinking took 3 tokens; no later prompt contains it\n"))
  }

  @Test func recordsHaveThoughtsIfAskedFor() async throws {
    struct Record: Decodable {
      struct Usage: Decodable { var reasoningTokens, replyTokens: Int }
      struct Ledger: Decodable { var tokens: [String: Int] }
      var reasoning: String?
      var usage: Usage
      var ledger: Ledger
    }
    let notes = try await indexed()
    for (option, shown) in [("--think", nil), ("--show-thinking", "They want the pressure.")] {
      let (json, _) = await run(notes, ["ask", "--json", option, question], thought: "\nThey want the pressure. ")
      let record = try JSONDecoder().decode(Record.self, from: Data(json.output.utf8))
      #expect(record.reasoning == shown && record.usage.reasoningTokens == 7 && record.usage.replyTokens > 7)
      #expect(record.ledger.tokens["reasoningReserve"] == 1024 && json.errors.isEmpty)
    }
  }

  @Test func aConversationKeepsNoThoughts() async throws {
    let notes = try await indexed()
    let (said, model) = await run(
      notes, ["chat", "--think", "--session", "bike"], thought: "HIDDEN",
      lines: ["What is the tyre pressure in front?", "And behind?"])
    #expect(said.status == 0 && said.output.contains("5 bar.") && !said.output.contains("HIDDEN"), "\(said.output)")
    #expect(model.requests.contains { $0.reasoningTokens == 1024 })
    #expect(!model.requests.contains { $0.messages.contains { $0.content.contains("HIDDEN") } })
    let saved = try String(contentsOfFile: notes.home + "/data/rag/conversations/bike.transcript", encoding: .utf8)
    #expect(saved.contains("HIDDEN"))
  }

  @Test func aModelThatCannotThinkSaysSo() async throws {
    let notes = try await indexed()
    for arguments in [["--think"], ["--think-tokens", "9"], ["--show-thinking"]] {
      let (result, _) = await run(notes, ["ask"] + arguments + [question], thought: nil)
      #expect(result.status == 2)
      #expect(
        result.errors == """
          rag: scripted does not support reasoning: leave out --think, or choose a model that thinks with --model

          """, "\(result.errors)")
    }
    let (none, _) = await run(notes, ["ask", "--think-tokens", "0", question], thought: nil)
    #expect(none.errors.contains("--think-tokens must be at least 1."))
  }
}
