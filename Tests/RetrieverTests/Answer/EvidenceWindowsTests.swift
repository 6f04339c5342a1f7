import Foundation
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

@Suite struct EvidenceWindowsTests {
  private func passage(_ number: Int, score: Double, text: String, heading: String = "Boiler") -> Passage {
    Passage(
      score: score, source: Source(folder: "/notes", path: "\(number).md", lines: 1...9), title: heading,
      headingPath: [heading], text: text,
      scoreParts: ScoreParts(cosine: score, lead: score, exact: 0, stemmed: 0, keyword: 0), chunk: Int64(number),
      ordinals: 0...0, bytes: 0..<text.utf8.count,
      document: Document(folder: "/notes", path: "\(number).md", title: heading, size: 0, modified: 0, digest: ""))
  }

  /// Shortens passages for the words of a question; a token is four bytes.
  private func narrowed(_ passages: [Passage], for words: Set<String>, to limit: Int) -> [Passage] {
    func stems(_ text: some StringProtocol) -> Set<String> {
      Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
    let windows = EvidenceWindows(
      passages: passages,
      units: passages.map { passage in
        Sentences.ranges(in: passage.text).map { .init(range: $0, stems: stems(passage.text[$0])) }
      },
      weights: Dictionary(uniqueKeysWithValues: words.map { ($0, 1) }), headings: passages.map { stems($0.heading) })
    return windows.narrowed(to: limit, tokenCounts: passages.map { ($0.text.utf8.count + 3) / 4 })
  }

  /// Sentences of sixty characters and more, each with a number of its own.
  private func story(_ count: Int, saying sentences: [Int: String] = [:]) -> String {
    (0..<count).map { sentences[$0] ?? "Sentence \($0) tells of weather, of walks and of nothing that anyone asked." }
      .joined(separator: " ")
  }

  @Test func theSentenceWithTheQuestionsWordsIsReadWithItsNeighbors() throws {
    let text = story(20, saying: [9: "The boiler was serviced in May by Ruben."])
    let read = try #require(narrowed([passage(1, score: 1, text: text)], for: ["serviced", "ruben"], to: 90).first)
    let shown = try #require(read.readText)
    #expect(shown.contains("The boiler was serviced in May by Ruben."))
    for number in [8, 10, 11] { #expect(shown.contains("Sentence \(number) ")) }
    #expect(!shown.contains("Sentence 0 ") && !shown.contains("Sentence 19 "))
    #expect(read.text == text)
  }

  @Test func aRowOfAContinuedTableIsReadUnderItsHeader() throws {
    let rows =
      (0..<60).map { "| Item \($0) | \($0 * 7) |" } + [
        "", story(10, saying: [8: "Ruben repaired the boiler in the cellar."]),
      ]
    var table = passage(1, score: 1, text: rows.joined(separator: "\n"))
    table.tableHeader = "| Name | Litres |\n|---|---|"
    let read = try #require(narrowed([table], for: ["item", "41"], to: 60).first)
    #expect(read.readText?.hasPrefix("| Name | Litres |\n|---|---|\n") == true)
    #expect(read.readText?.contains("| Item 41 | 287 |") == true)
    // What follows the table is not of it.
    let prose = try #require(narrowed([table], for: ["ruben"], to: 40).first)
    #expect(prose.readText?.contains("Litres") == false)
  }

  @Test func whatFitsIsReadWhole() {
    let passages = [passage(1, score: 1, text: story(3)), passage(2, score: 0.9, text: story(2))]
    #expect(narrowed(passages, for: ["walks"], to: 1000) == passages)
  }

  @Test func withoutWordsToLookForPassagesAreReadWhole() {
    let passages = [passage(1, score: 1, text: story(30))]
    #expect(narrowed(passages, for: [], to: 20) == passages)
  }

  @Test func theLimitHoldsExceptForASingleWindow() {
    let passages = (0..<4).map { number in
      passage(
        number, score: 1 - Double(number) / 10,
        text: story(12, saying: [number * 2: "The key is under pot \(number)."]))
    }
    for limit in stride(from: 40, through: 600, by: 40) {
      let read = narrowed(passages, for: ["key", "pot"], to: limit)
      let bytes = read.map { ($0.readText ?? $0.text).utf8.count }.reduce(0, +)
      #expect(bytes <= max(limit, 120) * 4 + 16, "\(limit)")
      #expect(!read.isEmpty)
      #expect(read.map(\.score) == read.map(\.score).sorted(by: >))
    }
  }

  @Test func everyPartIsInThePassageAndInItsOrder() throws {
    let text = story(40, saying: [3: "The key hangs by the door.", 30: "Another key is lost."])
    let read = try #require(narrowed([passage(1, score: 1, text: text)], for: ["key"], to: 120).first?.readText)
    var rest = text[...]
    let parts = read.components(separatedBy: "… ")
    #expect(parts.count == 2)
    for part in parts {
      let range = try #require(rest.firstRange(of: part.trimmingCharacters(in: .whitespaces)))
      rest = rest[range.upperBound...]
    }
  }

  @Test func aRowIsReadWithTheHeaderOfItsTable() throws {
    let rows = (1...40).map {
      "| strain \($0) | bought in the spring of the year \(1980 + $0) | kept in the cold room |"
    }
    let table = (["| strain | bought | kept |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
    let read = try #require(narrowed([passage(1, score: 1, text: table)], for: ["2013"], to: 60).first?.readText)
    #expect(read.hasPrefix("| strain | bought | kept |\n| --- | --- | --- |\n"))
    #expect(read.contains("| strain 33 |"))
    #expect(!read.contains("| strain 2 |"))
  }

  @Test func theAnswerCitesLinesOfTheWholeNote() async throws {
    let walks = (1...30).map { "We walked around lake number \($0) and came home before it was dark." }
    let lines = walks[..<15] + ["The signing keys are what Marta Keller keeps in the safe."] + walks[15...]
    let notes = try await ScriptedNotes(["walks.md": [lines.joined(separator: "\n")], "bread.md": ["Rye bread."]])
    let model = ScriptedLanguageModel(replies: ["Marta Keller\"}", "Marta Keller\"}"])
    let answer = try await notes.index.answer(
      to: "Who keeps the signing keys in the safe: Marta Keller?", using: model,
      options: AnswerOptions(evidenceTokens: 60))
    let snapshot = try await answer.collect()
    #expect(snapshot.content.hasPrefix("Marta Keller [1]"))
    #expect(snapshot.sources.map(\.source.description) == ["walks.md:16"])
    #expect(answer.promptTokens < 200)
    let whole = try await notes.index.answer(
      to: "Who keeps the signing keys in the safe: Marta Keller?", using: model,
      options: AnswerOptions(evidenceTokens: 1200))
    #expect(whole.promptTokens > 400)
  }
}
