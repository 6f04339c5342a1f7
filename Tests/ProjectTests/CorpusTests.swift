import Foundation
import TestSupport
import Testing

/// The notes and the questions about them, both written by hand, keep in step.
@Suite struct CorpusTests {
  private let notes: [String: String]
  private let questions: [Question]

  init() throws {
    notes = try Corpus.notes()
    questions = try Corpus.questions()
  }

  @Test func thereAreNotesOfManyKinds() {
    #expect(notes.count >= 40)
    let folders = Set(notes.keys.compactMap { $0.split(separator: "/").first.map(String.init) })
    #expect(folders.isSuperset(of: ["home", "journal", "lab", "people", "reading", "travel", "windfang"]))
    let kinds = Set(notes.keys.compactMap { $0.split(separator: ".").last.map(String.init) })
    #expect(kinds == ["md", "org", "rst", "txt"])
    #expect(notes.values.count { $0.hasPrefix("---\n") } * 2 > notes.count)
    #expect(notes.values.contains { $0.split(separator: "\n", omittingEmptySubsequences: false).count > 150 })
  }

  @Test func someNotesAreGermanAndSomeJapanese() {
    let german = notes.values.count { note in
      let words = Set(note.lowercased().split { !$0.isLetter })
      return words.contains("und") && words.contains("der")
    }
    let japanese = notes.values.count { note in
      note.unicodeScalars.count { (0x3041...0x3096).contains($0.value) } > 50
    }
    #expect(german >= 4)
    #expect(japanese >= 2)
  }

  @Test func sixtyQuestionsOfWhichFifteenHaveNoAnswer() {
    let ids = (1...60).map { number in number < 10 ? "q0\(number)" : "q\(number)" }
    #expect(questions.map(\.id) == ids)
    #expect(Set(questions.map(\.question)).count == 60)
    #expect(questions.count { $0.answer == nil } == 15)
    for question in questions where question.answer == nil {
      #expect(question.source == nil && question.lines == nil && question.accept == nil, "\(question.id)")
    }
  }

  @Test func theLinesNamedHoldTheAnswer() throws {
    for question in questions where question.answer != nil {
      let text = try answeringText(of: question)
      let accepted = try #require(question.accept, "\(question.id)")
      let normalized = Corpus.normalized(text)
      #expect(accepted.contains { normalized.contains(Corpus.normalized($0)) }, "\(question.id): \(text)")
    }
  }

  @Test func fewQuestionsRepeatARareWordOfTheirAnswer() throws {
    var notesWithWord: [String: Int] = [:]
    for note in notes.values {
      for word in Corpus.words(of: note) { notesWithWord[word, default: 0] += 1 }
    }
    let repeating = try questions.filter { question in
      guard question.answer != nil else { return false }
      let shared = Corpus.words(of: question.question).intersection(Corpus.words(of: try answeringText(of: question)))
      return shared.contains { notesWithWord[$0, default: 0] <= 3 }
    }
    #expect(repeating.count <= 15, "\(repeating.map(\.id))")
  }

  private func answeringText(of question: Question) throws -> String {
    let source = try #require(question.source, "\(question.id)")
    let note = try #require(notes[source], "\(question.id): \(source)")
    let all = note.split(separator: "\n", omittingEmptySubsequences: false)
    let range = try #require(question.lines, "\(question.id)")
    try #require(range.count == 2 && 1 <= range[0] && range[0] <= range[1] && range[1] <= all.count, "\(question.id)")
    try #require(range[1] - range[0] < 6, "\(question.id)")
    return all[(range[0] - 1)..<range[1]].joined(separator: "\n")
  }
}
