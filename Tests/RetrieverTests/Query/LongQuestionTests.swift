import Foundation
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

/// Questions and queries that are far longer than anything reads are refused at once.
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

  @Test func aLongQueryIsRefusedWithItsLength() {
    let query = String(repeating: "\"a ", count: 1_000_000)
    #expect(throws: SearchQueryError.tooLong(bytes: 3_000_000)) { try SearchQuery(parsing: query) }
    #expect(SearchQueryError.tooLong(bytes: 40_000).localizedDescription.contains("32768"))
  }
}
