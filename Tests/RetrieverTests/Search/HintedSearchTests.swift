import Embedding
import Retriever
import TestSupport
import Testing
import VectorStore

/// A query that names a note, or days.
@Suite struct HintedSearchTests {
  /// Notes that all have the query's words, one for each day of 2025 until May, and one that has none of them.
  private func index(in folder: TemporaryFolder) async throws -> SearchIndex {
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    let first = try #require(Day("2025-01-01"))
    var changes: [IndexChange] = []
    for number in 0..<150 {
      let text = "pressure of the tyre, pressure again"
      var document = Document.test("log/\(number).md", title: "Log \(number)", digest: "\(number)")
      document.shape = NoteShape()
      document.shape?.dated = first.adding(days: number)...first.adding(days: number)
      let vector = try await HashingEncoder().encode(text)
      changes.append(.replace(document, [.test(text, digest: "\(number)", vector: vector)]))
    }
    var pump = Document.test("house/wp.md", title: "Heat pump", digest: "pump")
    pump.shape = NoteShape()
    pump.shape?.aliases = ["Thermolux", "热水器"]
    let text = "Service every autumn."
    changes.append(.replace(pump, [.test(text, digest: "pump", vector: try await HashingEncoder().encode(text))]))
    try await index.apply(changes)
    return index
  }

  @Test(arguments: [
    ("what does the heat pump note say about pressure", true), ("tyre pressure of the Heat Pump", true),
    ("pressure of a Thermolux", true), ("pressure in the note thermolux", true), ("热水器的 pressure", true),
    ("pressure of the pump", false), ("the heat of the pump's pressure", false), ("pressure of a thermolux", false),
    ("tyre pressure", false),
  ])
  func aNoteThatIsNamedIsAmongThePassages(query: String, isNamed: Bool) async throws {
    let folder = try TemporaryFolder()
    let index = try await index(in: folder)
    let passages = try await index.passages(matching: query, limit: 3)
    #expect(passages.count == 3)
    let named = passages.first { $0.source.path == "house/wp.md" }
    // Its words may find it all the same.
    if isNamed { #expect(named != nil) } else { #expect(named?.scoreParts.bonus ?? 0 == 0) }
    let outside = SearchFilter(pathParts: ["log"])
    #expect(
      try await index.passages(matching: query, limit: 3, where: outside).allSatisfy {
        $0.source.path.hasPrefix("log/")
      })
  }

  @Test(arguments: [
    ("tyre pressure on 2025-03-14", "log/72.md"), ("tyre pressure yesterday", "log/99.md"),
    ("Reifen pressure vor drei Tagen", "log/97.md"), ("pressure 昨天", "log/99.md"),
  ])
  func aNoteOfTheDayThatIsNamedComesFirst(query: String, path: String) async throws {
    let folder = try TemporaryFolder()
    let today = try #require(Day("2025-04-11"))
    let filter = SearchFilter(today: today)
    let passages = try await index(in: folder).passages(matching: query, limit: 3, where: filter)
    #expect(passages.first?.source.path == path && passages.first?.scoreParts.bonus ?? 0 > 0)
    #expect(passages.allSatisfy { (0...1).contains($0.score) })
  }

  /// Of a journal in one file, it is the section.
  @Test func aSectionOfTheDayThatIsNamedComesFirst() async throws {
    let folder = try TemporaryFolder()
    let index = try await index(in: folder)
    var journal = Document.test("journal.md", title: "Journal", digest: "journal")
    journal.shape = NoteShape()
    journal.shape?.anchors = (1...28).map { day in
      NoteAnchor(line: 2 * day, level: 2, name: "2026-02-\(day < 10 ? "0" : "")\(day)")
    }
    let vector = try await HashingEncoder().encode("pressure of the tyre")
    let chunks = (1...28).map { day in
      EncodedChunk.test("pressure of the tyre", line: 2 * day, digest: "j\(day)", vector: vector)
    }
    try await index.apply([.replace(journal, chunks)])
    let filter = SearchFilter(today: Day("2026-03-01"))
    for (query, line) in [("tyre pressure vor drei Tagen", 52), ("tyre pressure yesterday", 56)] {
      let passages = try await index.passages(matching: query, limit: 3, where: filter)
      #expect(
        passages.first?.source.path == "journal.md" && passages.first?.source.lines.lowerBound == line,
        "\(query): \(passages.map { ($0.source.path, $0.source.lines, $0.score, $0.scoreParts) })")
    }
  }

  @Test func namesThatManyNotesHaveNameNone() async throws {
    let folder = try TemporaryFolder()
    let index = try await index(in: folder)
    for number in 0..<4 {
      var twin = Document.test("twin/\(number).md", title: "Weekly review", digest: "t\(number)")
      twin.shape = NoteShape()
      let vector = try await HashingEncoder().encode("nothing")
      try await index.apply([.replace(twin, [.test("nothing", digest: "t\(number)", vector: vector)])])
    }
    let passages = try await index.passages(matching: "pressure in the weekly review note", limit: 3)
    #expect(passages.allSatisfy { $0.scoreParts.bonus == 0 })
  }

  @Test func daysRestrictWhereThatIsAsked() async throws {
    let folder = try TemporaryFolder()
    let index = try await index(in: folder)
    let today = try #require(Day("2025-11-25"))
    let days = try #require(DatePhrase.days(of: "last March", today: today))
    let march = SearchFilter(dated: days)
    let paths = try await index.passages(matching: "pressure", limit: 100, where: march).map(\.source.path)
    #expect(Set(paths) == Set((59..<90).map { "log/\($0).md" }))
    let query = try SearchQuery(parsing: #"when:2025-02 when:2025-03 pressure"#)
    #expect(try await index.search(for: query).passages.isEmpty)
  }
}
