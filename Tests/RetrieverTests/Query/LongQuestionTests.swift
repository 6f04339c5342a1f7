import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

/// Of questions and queries that are far longer than anything reads, little is read.
@Suite struct LongQuestionTests {
  @Test(.timeLimit(.minutes(1))) func aQuestionThatDoesNotFitTheWindowIsRefusedBeforeItIsRead() async throws {
    let notes = try await ScriptedNotes()
    let model = ScriptedLanguageModel { _ in #"never asked"}"# }
    for question in [String(repeating: "when was the last ", count: 200_000), String(repeating: "a", count: 4_000_000)]
    {
      await #expect(throws: LanguageModelError.self) {
        try await notes.index.answer(to: question, using: model)
      }
      await #expect(throws: LanguageModelError.self) {
        try await NotesConversation(about: notes.index, using: model).answer(to: question)
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func aLongQueryIsReadToALimit() throws {
    let query = try SearchQuery(parsing: "keys tag:work " + String(repeating: "\"a ", count: 1_000_000))
    #expect(query.text.hasPrefix("keys ") && query.filter.tags == ["work"])
    #expect(query.text.utf8.count < 40_000)
  }
}
