import LanguageModels
import LlamaEngine
import Retriever
import TestSupport
import Testing

@Suite struct NotesConversationTests {
  private let notes: ScriptedNotes

  init() async throws { notes = try await ScriptedNotes() }

  private func texts(of entry: Transcript.Entry?) -> [String] {
    guard case .prompt(let prompt)? = entry else { return [] }
    return prompt.segments.map(\.text)
  }

  @Test func aFollowUpIsMadeToStandAloneBeforeTheSearch() async throws {
    let model = ScriptedLanguageModel(replies: [
      "Every 90 days.", "Who knows the passphrase of the signing keys?", "Marta Keller.",
    ])
    let conversation = NotesConversation(about: notes.index, using: model)
    _ = try await conversation.answer(to: "How often are the signing keys rotated?").collect()
    #expect(model.requests.count == 1, "the first question stands alone")
    #expect(conversation.query == "How often are the signing keys rotated?")

    let answer = try await conversation.answer(to: "And who knows it?")
    #expect(conversation.query == "And who knows it? Who knows the passphrase of the signing keys?")
    #expect(answer.passages.contains { $0.text == ScriptedNotes.keys[1] })
    #expect(try await answer.collect().content == "Marta Keller. [1]")

    let rewriting = model.prompts[1]
    #expect(rewriting.contains("User: How often are the signing keys rotated?"))
    #expect(rewriting.contains("Assistant: Every 90 days.") && rewriting.contains("Last question: And who knows it?"))
    #expect(!rewriting.contains(ScriptedNotes.keys[0]), "no passages")
    #expect(Transcript.text(of: conversation.session.transcript.suffix(1)) == "Assistant: Marta Keller.")
    #expect(texts(of: conversation.session.transcript.dropLast().last).last == "And who knows it?", "as it was said")
  }

  @Test func aQuestionIsPutAsAskPutsIt() async throws {
    let chatModel = ScriptedLanguageModel(replies: [#"Every 90 days."}"#])
    let question = "How often are the signing keys rotated?"
    let conversation = NotesConversation(about: notes.index, using: chatModel)
    let answer = try await conversation.answer(to: question).collect()
    let askModel = ScriptedLanguageModel(replies: [#"Every 90 days."}"#])
    #expect(try await notes.index.answer(to: question, using: askModel).collect().content == answer.content)
    let (chat, ask) = (try #require(chatModel.requests.last), try #require(askModel.requests.last))
    #expect(chat.replyPrefix == ask.replyPrefix && !chat.replyPrefix.isEmpty)
    func lines(_ request: LanguageModelRequest) -> [Substring] {
      request.messages.last?.content.split(separator: "\n") ?? []
    }
    #expect(lines(chat) == lines(ask))
    #expect(Transcript.text(of: conversation.session.transcript.suffix(1)) == "Assistant: Every 90 days.")
  }

  @Test func anAnswerThatItsLimitCutsSaysSo() async throws {
    let long = #""Tag version", "Build the packages", "Publish", "Tell the others" and so on until the end."}"#
    for limit in [2, 5, 9, 14, 60] {
      let conversation = NotesConversation(
        about: notes.index, using: ScriptedLanguageModel(replies: [long]), options: .init(replyTokens: limit))
      let result = try await conversation.answer(to: "How often are the signing keys rotated?").collect()
      #expect(result.isTruncated == (limit < 60), "\(limit): \(result.content)")
      #expect(limit < 60 || result.content.contains("until the end."))
    }
  }

  @Test(arguments: ["No, I meant the tyre pressure.", "I was asking about the tyre pressure of the bike."])
  func aCorrectionIsMadeToStandAlone(correction: String) async throws {
    let model = ScriptedLanguageModel(replies: ["Every 90 days.", "What is the tyre pressure?", "4.5 bar."])
    let conversation = NotesConversation(about: notes.index, using: model)
    _ = try await conversation.answer(to: "How often are the signing keys rotated?").collect()
    let answer = try await conversation.answer(to: correction)
    #expect(answer.passages.first?.source.path == "bike.md")
    #expect(model.prompts[1].contains("Rewritten: When was the roof repaired?"), "an example of a correction")
  }

  @Test func aQuestionAboutTheConversationIsAnsweredFromIt() async throws {
    let model = ScriptedLanguageModel(replies: [
      "Every 90 days.", "What is the tyre pressure?", "4.5 bar.", #"How often are the signing keys rotated?"}"#,
      "Who knows the passphrase of the signing keys?", "Marta Keller.",
    ])
    let conversation = NotesConversation(about: notes.index, using: model)
    let first = "How often are the signing keys rotated?"
    _ = try await conversation.answer(to: first).collect()
    _ = try await conversation.answer(to: "And the tyre pressure?").collect()
    let answer = try await conversation.answer(to: "What was my first question?")
    #expect(answer.isAboutConversation && answer.passages.isEmpty && conversation.query.isEmpty)
    let result = try await answer.collect()
    #expect(result.outcome == .answered && result.content == first)
    let prompt = try #require(model.prompts.last)
    #expect(prompt.contains("Question 1: \(first)\nAnswer 1: Every 90 days."))
    #expect(prompt.contains("Question 2: And the tyre pressure?\nAnswer 2: 4.5 bar."))
    #expect(!texts(of: conversation.session.transcript.dropLast().last).contains { $0.contains("Question 1:") })
    // The next question about the notes is searched for again.
    let next = try await conversation.answer(to: "And who knows the passphrase of the signing keys?")
    #expect(!next.passages.isEmpty && !next.isAboutConversation)
  }

  @Test func theFirstQuestionIsKnownWhenItHasLeftTheWindow() async throws {
    let model = ScriptedLanguageModel(contextSize: 900) { request in
      let prompt = request.messages.last?.content ?? ""
      if prompt.contains("Question 1: ") { return prompt.contains("Question 1: Is Odile") ? "It was." : "Unknown." }
      return prompt.hasSuffix("Rewritten:") ? "" : "Every 90 days and so on, and on, and on, and on, and on."
    }
    let conversation = NotesConversation(about: notes.index, using: model, options: .init(replyTokens: 60))
    _ = try await conversation.answer(to: "Is Odile told how often the signing keys are rotated?").collect()
    for _ in 1...30 { _ = try await conversation.answer(to: "How often are the signing keys rotated?").collect() }
    #expect(!Transcript.text(of: conversation.session.transcript.history).contains("Odile"))
    #expect(try await conversation.answer(to: "What was my first question?").collect().content == "It was.")
    #expect(model.refusedRequests.isEmpty)
  }

  @Test func aQuestionAboutTheConversationWithNothingSaidIsSearchedFor() async throws {
    let conversation = NotesConversation(about: notes.index, using: ScriptedLanguageModel(replies: []))
    let answer = try await conversation.answer(to: "What was my first question?")
    #expect(answer.outcome == .notInNotes(.topic) && !answer.isAboutConversation)
  }

  @Test func aRewritingThatDoesNotEndIsNotSearchedFor() async throws {
    let model = ScriptedLanguageModel(replies: [
      "Every 90 days.", String(repeating: "keys and ", count: 80), "Marta Keller.",
    ])
    let conversation = NotesConversation(about: notes.index, using: model)
    _ = try await conversation.answer(to: "How often are the signing keys rotated?").collect()
    _ = try await conversation.answer(to: "Who knows the passphrase?").collect()
    #expect(conversation.query == "Who knows the passphrase?")
  }

  @Test func passagesOfEarlierTurnsLeaveTheWindowExceptThoseThatWereCited() async throws {
    let model = ScriptedLanguageModel(replies: ["The next rotation is on 3 May 2026.", "And the pressure?", "4.5 bar."])
    let conversation = NotesConversation(about: notes.index, using: model)
    let answer = try await conversation.answer(to: "When are the signing keys rotated, and how is the starter fed?")
    #expect(Set(answer.passages.map(\.source.path)).isSuperset(of: ["keys.md", "bread.md"]))
    let shown = texts(of: conversation.session.transcript.last)
    #expect(shown.isEmpty, "nothing is said before the answer is read")
    let result = try await answer.collect()
    #expect(result.sources.map(\.source.path) == ["keys.md"])
    let kept = texts(of: conversation.session.transcript.dropLast().last)
    let cited = Set(result.sources.map(\.passage))
    #expect(cited.count == 1 && kept.count == 2)
    #expect(kept.contains { $0.contains("3 May 2026") })

    let second = try await conversation.answer(to: "What is the tyre pressure?")
    _ = try await second.collect()
    let last = try #require(model.prompts.last)
    #expect(last.contains("3 May 2026"))
    #expect(last.contains("rye flour") == second.passages.contains { $0.source.path == "bread.md" })
  }

  @Test func anAnswerCopiedFromWhatAnEarlierOneCitedIsFromTheNotes() async throws {
    let sentence = "The signing keys are rotated every 90 days."
    let model = ScriptedLanguageModel(replies: [sentence, "Nabucco?", sentence, "Nabucco?", "By Giuseppe Verdi."])
    let conversation = NotesConversation(about: notes.index, using: model)
    _ = try await conversation.answer(to: "How often are the signing keys rotated?").collect()
    let again = try await conversation.answer(to: "Who composed Nabucco?").collect()
    #expect(conversation.passages.isEmpty, "nothing near was found")
    #expect(again.outcome == .answered && again.content == sentence + " [1]")
    #expect(again.sources.map(\.source.path) == ["keys.md"])
    #expect(texts(of: conversation.session.transcript.dropLast().last) == ["Who composed Nabucco?"])
    // What no note holds is not made to seem so.
    let other = try await conversation.answer(to: "Who composed Nabucco?").collect()
    #expect(other.outcome == .unsure && other.sentences.map(\.unsupported) == [["Giuseppe", "Verdi"]])
    try conversation.startOver()
    #expect(try await conversation.answer(to: "Who composed Nabucco?").passages.count <= 3)
  }

  @Test func whatTheNotesDoNotHoldIsRefusedWithoutTheModelWhereNothingWasSaid() async throws {
    let model = ScriptedLanguageModel(replies: [])
    let conversation = NotesConversation(about: notes.index, using: model)
    let answer = try await conversation.answer(to: "Who composed Nabucco?")
    #expect(answer.outcome == .notInNotes(.topic))
    _ = try await answer.collect()
    #expect(model.requests.isEmpty && conversation.session.transcript.history.isEmpty)
  }

  @Test func anAnswerThatFailsLeavesTheConversationAsItWas() async throws {
    let model = ScriptedLanguageModel(replies: ["Every 90 days.", "Who?"])
    let conversation = NotesConversation(about: notes.index, using: model)
    _ = try await conversation.answer(to: "How often are the signing keys rotated?").collect()
    let before = conversation.session.transcript
    let answer = try await conversation.answer(to: "Who knows the passphrase?")
    await #expect(throws: (any Error).self) { try await answer.collect() }
    #expect(conversation.session.transcript == before)
  }

  @Test func startingAnewForgetsWhatWasSaid() async throws {
    let model = ScriptedLanguageModel(replies: ["Every 90 days.", "4.5 bar."])
    let conversation = NotesConversation(about: notes.index, using: model)
    _ = try await conversation.answer(to: "How often are the signing keys rotated?").collect()
    try conversation.startOver()
    #expect(conversation.passages.isEmpty && conversation.query.isEmpty)
    _ = try await conversation.answer(to: "What is the tyre pressure?").collect()
    #expect(model.requests.count == 2 && !model.prompts[1].contains("90 days"))
    #expect(model.requests[0].messages[0] == model.requests[1].messages[0], "the same instructions")
  }

  @Test func anotherProcessGoesOnWithTheTranscript() async throws {
    let first = NotesConversation(about: notes.index, using: ScriptedLanguageModel(replies: ["Every 90 days."]))
    _ = try await first.answer(to: "How often are the signing keys rotated?").collect()
    let model = ScriptedLanguageModel(replies: ["Who knows the passphrase?", "Marta Keller."])
    let second = NotesConversation(about: notes.index, using: model, transcript: first.session.transcript)
    _ = try await second.answer(to: "And who knows the passphrase?").collect()
    #expect(model.prompts[1].contains("Every 90 days."))
  }

  @Test func theLedgersSumIsWhatTheEngineEvaluates() async throws {
    let conversation = NotesConversation(
      about: notes.index, using: try await SmolLM2.load(contextSize: 1024), options: .init(replyTokens: 12))
    let records = Recorded<InferenceRecord>()
    conversation.session.onEvent = { event in
      if case .inference(let record) = event { records.append(record) }
    }
    for question in ["How often are the signing keys rotated?", "Who knows the passphrase of the keys?"] {
      let answer = try await conversation.answer(to: question)
      let ledger = try #require(answer.contextBreakdown)
      _ = try await answer.collect()
      let record = try #require(records.all.last)
      #expect(record.purpose == .response && record.inputTokens == ledger.promptTokenCount)
      #expect(record.breakdown?[.passages] == ledger[.passages] && ledger[.passages] > 0)
      #expect(ContextBreakdown.Part.allCases.reduce(0) { $0 + ledger[$1] } == 1024)
    }
    #expect(records.all.map(\.purpose) == [.response, .query, .response])
  }

  @Test func aListIsPartOfTheConversation() async throws {
    let model = ScriptedLanguageModel(replies: ["Which of the notes is about keys?", "keys.md is."])
    let conversation = NotesConversation(about: notes.index, using: model)
    let answer = try await conversation.answer(to: "Which notes mention Marta Keller?")
    #expect(answer.listing?.rows.map(\.source.path) == ["keys.md"])
    #expect(conversation.passages == answer.passages)
    #expect(try await answer.collect().content.contains("Ask Marta Keller"))
    #expect(conversation.session.transcript.history.count == 2)
    // The follow-up is rewritten by a model that sees the list.
    _ = try await conversation.answer(to: "Which of them is about keys?").collect()
    #expect(conversation.query.contains("Which of the notes is about keys?"))
  }
}
