import Foundation
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

struct Question: Decodable {
  let id: String
  let question: String
  let answer: String?
  let accept: [String]?
  let source: String?
  let lines: [Int]?
}

enum Corpus {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "corpus")

  /// Every note by its path in the folder; the README describes the notes and is none.
  static func notes() throws -> [String: String] {
    var notes: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path != "README.md" {
      guard [".md", ".org", ".rst", ".txt"].contains(where: path.hasSuffix) else { continue }
      notes[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    return notes
  }

  static func questions() throws -> [Question] {
    let text = try String(contentsOf: folder.appending(path: "questions.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Question.self, from: Data($0.utf8)) }
  }

  /// As `corpus/README.md` describes it.
  static func normalized(_ text: String) -> String {
    let plain = text.lowercased()
      .replacing("−", with: "-").replacing("–", with: "-").replacing("*", with: "").replacing("`", with: "")
      .replacing(#/(\d),(\d{3})(?!\d)/#) { $0.output.1 + $0.output.2 }
    return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  static func words(of text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter }.filter { $0.count >= 4 }.map(String.init)
    return Set(words).subtracting(stopWords)
  }

  private static let stopWords = Set(
    """
    about above after again also been before being below between both cannot could does doing down during each ever
    every from further have having here hers herself himself into itself just like many more most much must myself need
    once only other ours over same shall should since some such than that their theirs them then there these they this
    those through under until very want were what when where which while will with would your yours
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
