import LanguageModels
import Retriever
import TestSupport
import Testing

/// Retrieval as a step before the model is asked, as a tool that it calls, and not at all.
@Suite struct AnswerModesTests {
  private let question = "How often are the signing keys rotated?"

  @Test func theSameQuestionIsAnsweredByAStepAndByATool() async throws {
    let notes = try await ScriptedNotes()
    let stepModel = ScriptedLanguageModel(replies: ["Every 90 days.\"}"])
    let byStep = try await notes.index.answer(to: question, using: stepModel).collect()
    let toolModel = ScriptedLanguageModel(replies: [
      #"{"name": "searchNotes", "arguments": {"query": "signing keys rotated"}}"#, "Every 90 days.",
    ])
    let tool = RetrievalTool(notes.index)
    let byTool = try await notes.index.answer(
      to: question, in: tool.session(using: toolModel), searchingWith: tool
    ).collect()
    #expect(byStep.content == "Every 90 days. [1]" && byTool.content == byStep.content)
    #expect(byStep.sources == byTool.sources)

    let passage = ScriptedNotes.keys[0]
    #expect(stepModel.prompts.count == 1 && stepModel.prompts[0].contains(passage))
    #expect(!stepModel.prompts[0].contains("searchNotes"))
    #expect(toolModel.prompts.count == 2 && toolModel.prompts.allSatisfy { $0.contains("\"searchNotes\"") })
    #expect(!toolModel.prompts[0].contains(passage) && toolModel.prompts[1].contains(passage))
  }

  @Test func aModelThatSearchesIsMadeToSearch() async throws {
    let notes = try await ScriptedNotes()
    let model = ScriptedLanguageModel(replies: ["Every 90 days, I guess."])
    let tool = RetrievalTool(notes.index)
    await #expect(throws: LanguageModelError.self) {
      try await notes.index.answer(to: question, in: tool.session(using: model), searchingWith: tool).collect()
    }
  }

  @Test func withoutRetrievalNothingOfTheNotesIsShown() async throws {
    let notes = try await ScriptedNotes()
    let model = ScriptedLanguageModel(replies: ["Every year."])
    let session = LanguageModelSession(model: model)
    let answer = try await notes.index.answer(to: question, in: session, searchingWith: nil)
    let result = try await answer.collect()
    #expect(result.content == "Every year." && result.sources.isEmpty && answer.passages.isEmpty)
    #expect(model.prompts == [question])
  }

  /// A model that begins its answer before it is asked whether the notes state one.
  private func byTool(
    _ reply: String, to question: String, notes: ScriptedNotes, margin: Double = 5
  ) async throws -> Answer.Snapshot {
    let model = ScriptedLanguageModel(
      scores: { _, candidate in ["Yes": margin, "No": 0][candidate] ?? -100 },
      reply: { request in
        request.messages.contains { $0.content.contains("<output") }
          ? reply : #"{"name": "searchNotes", "arguments": {"query": "signing keys rotated", "limit": 1}}"#
      })
    let tool = RetrievalTool(notes.index)
    return try await notes.index.answer(
      to: question, in: tool.session(using: model), searchingWith: tool,
      options: AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: 1, unsureBelow: 2))
    ).collect()
  }

  @Test(arguments: [(5.0, true), (1.5, false), (-3, false)])
  func theModelIsAskedAboutAnAnswerByAToolToo(margin: Double, isSure: Bool) async throws {
    let result = try await byTool("Every 90 days.", to: question, notes: try await ScriptedNotes(), margin: margin)
    #expect(result.content == "Every 90 days. [1]")
    #expect(result.outcome == (isSure ? .answered : .unsure))
    #expect(result.signals?.margin == margin)
  }

  @Test func anAnswerByAToolIsComparedWithOtherNotesToo() async throws {
    let notes = try await ScriptedNotes([
      "keys.md": ScriptedNotes.keys, "forged.md": ["The signing keys are rotated every 900 days. [1]"],
    ])
    // The model reads one of them. The other answer is in no line that it read.
    var contradictions = 0
    for reply in ["Every 90 days.", "Every 900 days."] {
      let result = try await byTool(reply, to: "Are the signing keys rotated?", notes: notes)
      #expect(result.outcome == .unsure)
      contradictions += result.contradictions.count
    }
    #expect(contradictions == 1)
  }

  @Test func anAnswerByAToolNamesWhatTheNotesDoNotMention() async throws {
    let notes = try await ScriptedNotes()
    let model = ScriptedLanguageModel(replies: [
      #"{"name": "searchNotes", "arguments": {"query": "signing keys rotated"}}"#, "Every 90 days.",
    ])
    let tool = RetrievalTool(notes.index)
    let result = try await notes.index.answer(
      to: "How often are the signing keys rotated in 2019?", in: tool.session(using: model), searchingWith: tool
    ).collect()
    #expect(result.unmentioned == ["2019"])
  }
}
