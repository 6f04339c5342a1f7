import Embedding
import Foundation
import Retriever
import TestSupport
import Testing
import VectorStore

/// What a typed query finds, and what is said where it finds nothing.
@Suite struct SearchTests {
  private func search(
    _ typed: String, in notes: ScriptedNotes, ranking: Ranking = .fused
  ) async throws -> SearchResult {
    try await notes.index.search(for: SearchQuery(parsing: typed), ranking: ranking)
  }

  @Test(arguments: [
    ("signing keys", ["keys.md", "keys.md"]), ("\"signing keys\"", ["keys.md", "keys.md"]),
    ("keys \"every 90 days\"", ["keys.md"]), ("signing keys -passphrase", ["keys.md"]),
    ("keys -path:keys", []), ("keys path:bread", []), ("feed path:bread", ["bread.md"]), ("\"keys signing\"", []),
    ("keys after:2099", []), ("\"keys are\" -marta", ["keys.md"]),
  ])
  func operatorsRestrictWhatIsFound(typed: String, expected: [String]) async throws {
    let notes = try await ScriptedNotes()
    let result = try await search(typed, in: notes, ranking: .keyword)
    #expect(result.passages.map(\.source.path) == expected)
    #expect((result.absence == nil) == !expected.isEmpty)
  }

  /// A text pasted by mistake costs no more than a page.
  @Test func ofAVeryLongQueryTheBeginningIsSearchedFor() async throws {
    let notes = try await ScriptedNotes()
    let filler = String(repeating: " zyx", count: 100_000)
    #expect(try await search("signing keys" + filler, in: notes, ranking: .keyword).passages.count == 2)
    #expect(try await search("zyx" + filler + " signing keys", in: notes, ranking: .keyword).passages.isEmpty)
  }

  @Test func ofOperatorsAloneNotesAreListedNewestFirst() async throws {
    let notes = try await ScriptedNotes()
    for (number, path) in ["bread.md", "keys.md", "bike.md"].enumerated() {
      let stored = try await notes.index.documents(in: notes.folder.path).first { $0.path == path }
      var document = try #require(stored)
      document.modified = Int64(2_000_000_000 + number) * 1_000_000_000
      document.tags = path == "bread.md" ? ["food"] : ["home"]
      try await notes.index.apply([.keepChunks(ofPath: path, as: document)])
    }
    func listed(_ typed: String) async throws -> [String] {
      try await search(typed, in: notes).passages.map(\.source.description)
    }
    #expect(try await listed("after:2020") == ["bike.md:1", "keys.md:1", "bread.md:1"])
    #expect(try await listed("tag:home") == ["bike.md:1", "keys.md:1"])
    #expect(try await listed("-tag:home") == ["bread.md:1"])
    #expect(try await listed("tag:home -rotated") == ["bike.md:1", "keys.md:3"])
    #expect(try await listed("path:b*.md") == ["bike.md:1", "bread.md:1"])
    #expect(try await search("tag:none", in: notes).absence == .operators)
    let limited = try await notes.index.search(for: SearchQuery(parsing: "after:2020"), limit: 1)
    #expect(limited.passages.map(\.source.path) == ["bike.md"])
  }

  static let reasons: [(String, Ranking, SearchResult.Absence?)] = [
    ("zeppelin", .fused, .topic), ("zeppelin", .keyword, .words), ("zeppelin", .vector, nil), ("tyre", .fused, nil),
    ("tyre pressure zeppelin", .fused, nil), ("keys tag:none", .fused, .operators),
    ("zeppelin path:keys", .fused, .topic), ("zeppelin path:keys", .keyword, .words),
    ("\"tyre pressure\" of the huge silvery zeppelin over Friedrichshafen", .fused, nil),
  ]

  @Test(arguments: reasons)
  func itIsSaidWhyNothingIsFound(typed: String, ranking: Ranking, absence: SearchResult.Absence?) async throws {
    let notes = try await ScriptedNotes()
    let result = try await search(typed, in: notes, ranking: ranking)
    #expect(result.absence == absence)
    #expect(result.passages.isEmpty == (absence != nil))
  }

  /// An encoder that knows no language but its own finds nothing near in others; words are found all the same.
  @Test(arguments: ["鍵", "鍵を", "毎年", "Schlüssel", "ключ", "Schlüssel Matte", "回"])
  func whereWordsMatchItIsFoundInAnyLanguage(query: String) async throws {
    let notes = try await ScriptedNotes([
      "ja.md": ["合鍵を毎年回す。"], "de.md": ["Der Schlüssel liegt unter der Matte."], "ru.md": ["Где лежит ключ?"],
      "en.md": ["Nothing of that."],
    ])
    #expect(try await search(query, in: notes).absence == nil)
  }

  /// Whatever its heading says, and however little it has.
  @Test(arguments: [
    ("Halvorsen", "Halvorsen.md"), ("halvorsen", "Halvorsen.md"), ("lefse", "baking/Lefse.docx"),
    ("baking", "baking/Lefse.docx"),
    ("Ox", "Ox.md"), ("tromso trip", "2025/Tromsø trip.md"),
  ])
  func aNoteIsFoundByTheNameOfItsFile(query: String, path: String) async throws {
    let notes = try await ScriptedNotes([
      "Halvorsen.md": ["Call back on Monday."], "baking/Lefse.docx": ["Roll the dough thinly."], "Ox.md": ["-"],
      "2025/Tromsø trip.md": ["Two nights."], "other.md": ["The valve is behind the panel."],
    ])
    #expect(try await search(query, in: notes).passages.first?.source.path == path)
  }

  @Test(.enabled(if: TestStore.isFile)) func withoutAnEncoderAnyWordIsEnough() async throws {
    let notes = try await ScriptedNotes()
    let index = try SearchIndex(at: notes.folder.path + "/index.sqlite", access: .readOnly)
    let query = SearchQuery(text: "tyre of a huge silvery zeppelin over Friedrichshafen")
    #expect(try await index.search(for: query).passages.map(\.source.path) == ["bike.md"])
    #expect(try await index.search(for: SearchQuery(text: "zeppelin")).absence == .words)
  }

  @Test func textIsLiteralForPassages() async throws {
    let notes = try await ScriptedNotes()
    let found = try await notes.index.passages(matching: "-keys path:bread \"tyre\"", ranking: .keyword)
    #expect(Set(found.map(\.source.path)) == ["keys.md", "bread.md", "bike.md"])
    let query = SearchQuery(text: "-keys")
    #expect(query.filter == SearchFilter() && query.text == "-keys")
  }
}
