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
}
