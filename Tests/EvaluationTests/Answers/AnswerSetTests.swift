import Evaluation
import Foundation
import TestSupport
import Testing
import VectorStore

@Suite struct AnswerSetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func retrievalSet() throws -> AnswerSet {
    try folder.write(
      """
      {"id": "bike", "title": "Bike", "text": "4.5 bar"}
      {"id": "keys", "title": "", "text": "90 days"}
      """, to: "squad/corpus.jsonl")
    try folder.write(
      """
      {"id": "a", "text": "Which pressure?", "answers": ["4.5 bar", "4.5"], "answerable": true}
      {"id": "b", "text": "Which colour?", "answers": ["Insufficient information."], "answerable": false}
      """, to: "squad/queries.jsonl")
    try folder.write("a\tbike\t1\n", to: "squad/qrels.tsv")
    return try AnswerSet(contentsOf: folder.path + "/squad")
  }

  @Test func retrievalSetsWithAnswers() throws {
    let set = try retrievalSet()
    guard case .files(let files) = set.notes else { throw CancellationError() }
    #expect(set.name == "squad" && files.map(\.text) == ["# Bike\n\n4.5 bar\n", "90 days"])
    let (first, second) = (set.questions[0], set.questions[1])
    #expect(
      first.isAnswerable && first.accepted == [["4.5 bar", "4.5"]] && first.places.map(\.path) == [files[0].path])
    #expect(!second.isAnswerable && second.accepted.isEmpty && second.places.isEmpty)
    try FileManager.default.removeItem(atPath: folder.path + "/squad/qrels.tsv")
    #expect(try AnswerSet(contentsOf: folder.path + "/squad").questions[0].places.isEmpty)
  }

  @Test func aTwinIsAskedWithoutTheDocumentThatAnswers() throws {
    let set = try retrievalSet().withTwinsWithoutAnswer()
    #expect(set.questions.map(\.id) == ["a", "b", "a-withheld"])
    let twin = set.questions[2]
    #expect(!twin.isAnswerable && twin.filter.excluded.pathParts == set.questions[0].places.map(\.path))
  }

  @Test func snippets() throws {
    let item = """
      {"id": "i", "question": "Who?", "answers": [["Ann", "Anna"], "Ben"], "positive": ["Ann", "Ben"],
      "negative": ["1", "2", "3", "4", "5", "6"], "positive_wrong": ["Carl"]}
      """.replacing("\n", with: " ")
    try folder.write(item, to: "rgb/items.jsonl")
    let set = try AnswerSet(contentsOf: folder.path + "/rgb")
    guard case .files(let files) = set.notes else { throw CancellationError() }
    func texts(_ number: Int) -> Set<String> {
      Set(files.filter { set.questions[number].filter.paths.contains($0.path) }.map { String($0.text.dropLast()) })
    }
    #expect(set.questions.map(\.category) == ["misleading only", "one good", "contradicted"])
    #expect(set.questions.map(\.isAnswerable) == [false, true, true])
    #expect(texts(0) == ["1", "2", "3", "4", "5"] && texts(1) == ["1", "2", "3", "4", "Ann"])
    #expect(texts(2) == ["Ann", "Carl"])
    #expect(set.questions[1].accepted == [["Ann", "Anna"], ["Ben"]])
    #expect(set.questions[1].places.map(\.path) == files.filter { $0.text == "Ann\n" }.map(\.path))
  }

  @Test func questionsAboutNotesAndAboutAnIndex() throws {
    try folder.write(
      """
      {"question": "Who?", "answer": "Anna", "source": "a.md", "lines": [2, 4], "category": "people"}

      {"id": "q9", "question": "How warm?", "answer": "25 °C", "accept": ["25 °C", "25 degrees"]}
      {"question": "Both?", "answer": "A and B", "accept": [["A", "a"], ["B"]]}
      {"question": "Why?", "answer": null}
      """, to: "notes/questions.jsonl")
    let set = try AnswerSet(contentsOf: folder.path + "/notes")
    guard case .folder(let path) = set.notes else { throw CancellationError() }
    #expect(path == folder.path + "/notes" && set.questions.map(\.id) == ["1", "q9", "4", "5"])
    #expect(set.questions[0].places == [AnswerSet.Place(path: "a.md", lines: 2...4)])
    #expect(set.questions[0].category == "people" && set.questions[0].acceptsOverlap)
    #expect(set.questions[1].accepted == [["25 °C", "25 degrees"]] && !set.questions[1].acceptsOverlap)
    #expect(set.questions[2].accepted == [["A", "a"], ["B"]])
    #expect(set.questions.map(\.isAnswerable) == [true, true, true, false])
    guard case .index = try AnswerSet(contentsOf: folder.path + "/notes/questions.jsonl").notes else {
      throw CancellationError()
    }
  }

  @Test(arguments: [
    (#"{"question": "Who?", "answer": "A", "source": "a.md", "lines": [4, 2]}"#, "lines as [first, last]"),
    (#"{"answer": "A"}"#, "a JSON object with question and answer"), ("Who?", "a JSON object with question and answer"),
  ])
  func badLinesAreNamed(line: String, expected: String) throws {
    try folder.write("\n" + line, to: "notes/questions.jsonl")
    let error = #expect(throws: EvaluationError.self) { try AnswerSet(contentsOf: folder.path + "/notes") }
    let message = error?.localizedDescription ?? ""
    #expect(message.contains("questions.jsonl:2: expected \(expected)"), "\(message)")
  }

  @Test func whatIsNoSetIsSaid() throws {
    try folder.write("", to: "empty/questions.jsonl")
    #expect(throws: EvaluationError.noQuestions(path: folder.path + "/empty")) {
      try AnswerSet(contentsOf: folder.path + "/empty")
    }
    for path in [folder.path, folder.path + "/none"] {
      #expect(throws: EvaluationError.noAnswerSet(path: path)) { try AnswerSet(contentsOf: path) }
    }
    _ = try retrievalSet()
    try folder.write(#"{"id": "a", "text": "Which pressure?"}"# + "\n", to: "squad/queries.jsonl")
    #expect(!(try AnswerSet(contentsOf: folder.path + "/squad").questions[0].isAnswerable))
    try folder.write(#"{"id": "a", "text": "Which?", "answerable": true}"# + "\n", to: "squad/queries.jsonl")
    #expect(throws: EvaluationError.self) { try AnswerSet(contentsOf: folder.path + "/squad") }
  }

  @Test func aLargerSampleContainsASmallerOne() throws {
    let lines = (0..<60).map { #"{"question": "\#($0)?", "answer": \#($0 % 3 == 0 ? "null" : #""A""#)}"# }
    try folder.write(lines.joined(separator: "\n"), to: "notes/questions.jsonl")
    let set = try AnswerSet(contentsOf: folder.path + "/notes")
    let (small, large) = (set.sampled(5), set.sampled(15))
    #expect(small.questions.count == 10 && small.questions.count { $0.isAnswerable } == 5)
    #expect(large.questions.count == 30 && Set(small.questions).isSubset(of: large.questions))
    #expect(Set(set.sampled(5, seed: 1).questions) != Set(small.questions))
    #expect(set.sampled(nil).questions.count == 60)
  }
}
