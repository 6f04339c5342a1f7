import LanguageModels
import TestSupport
import Testing

/// How prompts are put to a model whose session has a form: in full for the last one, shorter for those before.
@Suite struct PromptFormTests {
  private static let form = PromptForm(
    passagesHeading: "Sources:\n", questionHeading: "Question: ",
    instruction: { $1 ? "Use the sources." : "Use the conversation." }, replyPrefix: "<"
  ) { reply, isWhole in
    let text = reply.prefix { $0 != ">" }
    return .init(text: String(text), isClosed: text.count < reply.count)
  }

  private func session(_ model: ScriptedLanguageModel) -> LanguageModelSession {
    let session = LanguageModelSession(model: model, instructions: "Be short.")
    session.promptForm = Self.form
    return session
  }

  @Test func theLastPromptHasTheInstructionAndTheReplyItsBeginning() async throws {
    let model = ScriptedLanguageModel(replies: ["blue> and more", "old"])
    let session = session(model)
    let response = try await session.respond(to: Prompt(passages: ["[1] a", "[2] b"], question: "What?"))
    #expect(response.content == "blue" && !response.isTruncated)
    _ = try await session.respond(to: "And how?")
    #expect(model.requests.map(\.replyPrefix) == ["<", "<"])
    #expect(model.requests[0].messages.last?.content == "Sources:\n[1] a\n\n[2] b\n\nQuestion: What?\nUse the sources.")
    #expect(
      model.requests[1].messages.map(\.content) == [
        "Be short.", "Sources:\n[1] a\n\n[2] b\n\nQuestion: What?", "blue",
        "Question: And how?\nUse the conversation.",
      ])
    #expect(
      Transcript.text(of: session.transcript.history.prefix(2)) == "User: [1] a\n\n[2] b\n\nWhat?\n\nAssistant: blue")
  }

  @Test(arguments: [(3, true), (4, true), (5, false), (20, false)])
  func aReplyThatIsCutBeforeItIsClosedIsTruncated(limit: Int, isTruncated: Bool) async throws {
    let session = session(ScriptedLanguageModel(replies: ["one two three four> and so on and on"]))
    let response = try await session.respond(to: "What?", options: .init(maximumResponseTokens: limit))
    #expect(response.isTruncated == isTruncated)
  }

  @Test func snapshotsShowTheTextAndOnlyGrow() async throws {
    let session = session(ScriptedLanguageModel(replies: ["one two three> four"]))
    var last = ""
    for try await snapshot in session.streamResponse(to: "What?") {
      #expect(snapshot.content.hasPrefix(last) && !snapshot.content.contains(">"))
      last = snapshot.content
    }
    #expect(try #require(session.transcript.last?.description) == "Assistant: one two three")
  }

  @Test func theLedgerCountsWhatTheFormAdds() async throws {
    let model = ScriptedLanguageModel(replies: ["blue>"])
    let session = session(model)
    let prompt = Prompt(passages: ["[1] a"], question: "What?")
    let ledger = try await session.contextBreakdown(prompt: prompt)
    let response = try await session.respond(to: prompt)
    #expect(ledger.promptTokenCount == model.tokenCount(for: model.requests[0]))
    #expect(response.contextBreakdown == ledger)
  }

  @Test func whatIsEvaluatedBeforeIsThePrefixOfTheNextRequest() async throws {
    let model = ScriptedLanguageModel(replies: ["blue>", "", "", "old>"])
    let session = session(model)
    _ = try await session.respond(to: Prompt(passages: ["[1] a"], question: "What?"))
    session.prewarm()
    _ = try await session.respond(to: "And how?")
    let warm = model.requests[model.requests.count - 2].messages
    #expect(Array(try #require(model.requests.last).messages.dropLast()) == warm)
  }

  @Test func aSchemaHasAFormOfItsOwn() async throws {
    let model = ScriptedLanguageModel(replies: ["7"])
    let session = session(model)
    #expect(try await session.respond(to: "How many?", generating: Int.self).content == 7)
    #expect(model.requests[0].replyPrefix.isEmpty && !model.prompts[0].contains("Use the"))
  }
}
