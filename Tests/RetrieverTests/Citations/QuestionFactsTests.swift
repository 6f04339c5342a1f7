import LanguageModels
import Retriever
import Testing

@Suite struct QuestionFactsTests {
  private let note = "people/marta.md\nMarta Keller\nMarta Keller won the race in 2019. She was the earliest to start."

  @Test(arguments: [
    ("When did Marta Keller win the race?", []), ("When did Jonas Weber win the race?", ["Jonas", "Weber"]),
    ("Which race did Marta win in 2021?", ["2021"]), ("Who was the first to start?", []),
    ("Who was the last to start?", ["last"]), ("Which race did Marta Keller not win?", ["not"]),
    ("Why didn't Marta win?", ["not"]), ("Wer hat das letzte Rennen 2019 gewonnen?", ["letzte"]),
    ("Where did she start?", []), ("", []),
  ])
  func whatTheQuestionFixes(question: String, missing: [String]) {
    #expect(QuestionFacts.missing(of: question, in: note) == missing)
  }

  @Test func anAnswerAboutAnotherYearIsNoted() async throws {
    let notes = try await ScriptedNotes()
    func unmentioned(_ question: String) async throws -> [String] {
      let model = ScriptedLanguageModel(replies: [#"The signing keys are rotated every 90 days."}"#])
      return try await notes.index.answer(to: question, using: model).collect().unmentioned
    }
    #expect(try await unmentioned("How often were the signing keys rotated in 2019?") == ["2019"])
    #expect(try await unmentioned("How often are the signing keys rotated?").isEmpty)
  }
}
