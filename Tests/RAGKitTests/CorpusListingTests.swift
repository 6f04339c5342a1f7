import Foundation
import RAGKit
import TestSupport
import Testing

/// Lists, numbers and last times, asked of the sample notes.
@Suite struct CorpusListingTests {
  private let index: SearchIndex
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    index = try await SearchIndex.open(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    _ = try await index.update(from: Corpus.folder)
  }

  /// The words of this question are not those of the note: it says "weight", not "weighed".
  private static let beyondWords: Set = ["l20"]

  @Test func listsAreCompleteAndCorrect() async throws {
    let questions = try Corpus.lists()
    #expect(questions.count == 20)
    for question in questions {
      let listing = try await index.listing(for: question.question)
      guard !Self.beyondWords.contains(question.id) else {
        #expect(listing == nil, "\(question.id)")
        continue
      }
      let rows = try #require(listing, "\(question.id)").rows
      if let notes = question.notes {
        #expect(rows.map(\.source.path) == notes, "\(question.id)")
      } else if let places = question.places {
        #expect(rows.map(\.source.description) == places, "\(question.id)")
      } else {
        #expect(rows.first?.source.description == question.last, "\(question.id)")
      }
    }
  }

  /// None of these asks for all of anything: a line or two have the answer.
  @Test func otherQuestionsAreLeftToTheModel() async throws {
    for question in try Corpus.questions() {
      #expect(try await index.listing(for: question.question) == nil, "\(question.id) \(question.question)")
    }
  }

  @Test func theRowsAreTheAnswerAndAreCited() async throws {
    let model = ScriptedLanguageModel(replies: [])
    let answer = try await index.answer(to: "How many strains came from a swap?", using: model)
    let whole = try await answer.collect()
    let lines = whole.content.split(separator: "\n")
    #expect(lines.first == "5")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("- HK-") && $0.contains("swap") })
    #expect(lines.last?.hasSuffix("[5]") == true)
    #expect(whole.outcome == .answered)
    #expect(whole.sources.map(\.number) == [1, 2, 3, 4, 5])
    for source in whole.sources { #expect(source.text.contains("swap"), "\(source.source)") }
    let listing = try #require(answer.listing)
    #expect(listing.kind == .count && !listing.listsNotes && listing.notes == 1 && listing.examined > 1)
  }

  @Test func theUserDecidesWhetherAllAreMeant() async throws {
    let model = ScriptedLanguageModel(replies: [#"Fumiko."}"#])
    let forced = try await index.answer(
      to: "brewing school Einbeck HK", using: model, options: AnswerOptions(breadth: .all))
    #expect(forced.listing?.rows.isEmpty == false)
    let question = "In welchen Notizen kommt Fumiko vor?"
    #expect(try await index.answer(to: question, using: model).listing?.rows.count == 3)
    let best = try await index.answer(to: question, using: model, options: AnswerOptions(breadth: .best))
    #expect(best.listing == nil)
  }

  @Test func aFilterRestrictsTheList() async throws {
    let filter = SearchFilter(folders: [Corpus.folder.path + "/journal"])
    let rows = try await index.listing(for: "Which notes mention Petra?", where: filter)?.rows
    #expect(rows?.map(\.source.path) == ["journal/2025-10-14.md", "journal/2026-05-16.md", "journal/2026-09-30.md"])
  }

  @Test func whatIsStillToComeIsNotTheLast() async throws {
    let question = "When was the last inspection of the car?"
    let day = try #require(try? Date("2025-01-01T00:00:00Z", strategy: .iso8601))
    #expect(try await index.listing(for: question, today: day)?.rows.first?.date == "2024-03")
    let first = try await index.listing(for: "When was the first inspection of the car?")
    #expect(first?.rows.first?.date == "2022-03")
  }

  /// A column's values are not counted by its rows; what the first column names is.
  @Test func onlyWhatTheRowsAreIsCounted() async throws {
    let folder = try TemporaryFolder()
    let games = "| game | against | points |\n| --- | --- | --- |\n| one | Jonas | 12 |\n| two | Jonas | 7 |\n"
    try folder.write("# Autumn\n\n\(games)", to: "notes/autumn.md")
    let index = try await SearchIndex.open(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    _ = try await index.update(from: URL(fileURLWithPath: folder.path + "/notes"))
    #expect(try await index.listing(for: "How many points were there against Jonas?") == nil)
    #expect(try await index.listing(for: "How many games were there against Jonas?")?.rows.count == 2)
  }

  @Test func notesHaveTheWordsTogetherOrInDifferentPlaces() async throws {
    let apart = try await index.listing(for: "Which notes mention Petra and plums?")
    #expect(apart?.listsNotes == true)
    #expect(apart?.rows.map(\.source.path).contains("home/garden-2026.md") == true)
    #expect(apart?.rows.allSatisfy { $0.text.contains("Petra") || $0.text.lowercased().contains("plum") } == true)
    let everything = try await index.listing(for: "List everything about the tubing.")
    #expect(Set(everything?.rows.map(\.source.path) ?? []).count > 2)
  }
}
