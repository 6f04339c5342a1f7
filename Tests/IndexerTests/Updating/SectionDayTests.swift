import Embedding
import Indexer
import TestSupport
import Testing
import VectorStore

/// Notes whose sections name days, in files and in databases.
@Suite struct SectionDayTests {
  /// Long enough that each is a chunk of its own.
  private static let filler = String(repeating: "The weather stayed as it was, and the garden with it. ", count: 15)
  private static let journal =
    [
      ("2025-03-14", "The boiler lost pressure."), ("2025-03-15", "The plumber came for the pressure."),
      ("2025-05-02", "Pressure again."),
    ].map { "## \($0)\n\n\($1) \(filler)\n" }.joined(separator: "\n")

  private func found(_ days: ClosedRange<Day>, in fixture: IndexerFixture) async throws -> [String] {
    let filter = SearchFilter(dated: days)
    let words = try await fixture.index.keywordMatches("pressure", limit: 20, where: filter).map(\.chunk)
    let vector = try await fixture.encoder.encode("pressure")
    let near = try await fixture.index.nearest(to: vector, limit: 20, where: filter).map(\.chunk)
    let chunks = try await fixture.index.chunks(withIDs: near)
    let alone = try await fixture.index.newestChunks(limit: 20, where: filter).map(\.id)
    #expect(Set(alone) == Set(near), "without words, each section is found")
    let all = chunks.filter { $0.chunk.text.lowercased().contains("pressure") }.map(\.id)
    #expect(Set(words) == Set(all), "words and vectors pass alike")
    return chunks.map { $0.chunk.headingPath.last ?? $0.document.title }.sorted()
  }

  private func days(_ first: String, _ last: String) throws -> ClosedRange<Day> {
    try #require(Day(first))...(try #require(Day(last)))
  }

  @Test func aSectionIsFoundByItsDay() async throws {
    let fixture = try await IndexerFixture([
      "journal.md": Self.journal, "2025-03-14.md": "The pressure was low.", "undated.md": "No pressure.",
    ])
    try await fixture.update()
    #expect(try await found(days("2025-03-14", "2025-03-14"), in: fixture) == ["2025-03-14", "2025-03-14"])
    #expect(try await found(days("2025-03-15", "2025-04-01"), in: fixture) == ["2025-03-15"])
    #expect(try await found(days("2025-05-01", "2025-05-31"), in: fixture) == ["2025-05-02"])
    #expect(try await found(days("2024-01-01", "2024-12-31"), in: fixture) == [])
    let listed = try await fixture.index.entries(where: SearchFilter(dated: days("2025-05-01", "2025-05-31")))
    #expect(listed.map(\.document.path) == ["journal.md"])
    #expect(try await fixture.index.documents(in: fixture.notesPath).map(\.title).contains("journal"))
  }

  /// The days of the note itself are those of the text that is under no day's heading.
  @Test func otherTextIsOfTheDaysOfItsNote() async throws {
    let fixture = try await IndexerFixture([
      "a.md": "---\ndate: 2025-01-01\n---\nThe pressure of the new year. \(Self.filler)\n\n" + Self.journal
    ])
    try await fixture.update()
    #expect(try await found(days("2025-01-01", "2025-01-01"), in: fixture).count == 1)
    #expect(try await found(days("2025-03-14", "2025-03-14"), in: fixture) == ["2025-03-14"])
  }

  /// Also where all would fit one chunk.
  @Test func aSectionOfAnotherDayIsAChunkOfItsOwn() async throws {
    let fixture = try await IndexerFixture([
      "2025-03-14 Meeting.md": "# Meeting\n\nOf pressure.\n\n## Next meeting: 2025-04-11\n\nNo pressure.\n",
      "friends.md": "# Friends\n\n## Ann, 1980-02-03\n\nPressure.\n\n## Mio, 2015-06-01\n\nPressure.\n",
    ])
    try await fixture.update()
    #expect(try await found(days("2025-03-14", "2025-03-14"), in: fixture) == ["Meeting"])
    #expect(try await found(days("2025-04-11", "2025-04-11"), in: fixture) == ["Next meeting: 2025-04-11"])
    #expect(try await found(days("1999-01-01", "1999-12-31"), in: fixture) == [])
    #expect(try await found(days("2015-06-01", "2015-06-01"), in: fixture) == ["Mio, 2015-06-01"])
  }

  @Test func anEditedHeadingMovesItsSection() async throws {
    let fixture = try await IndexerFixture(["journal.md": Self.journal])
    try await fixture.update()
    try fixture.write(Self.journal.replacing("2025-05-02", with: "2025-06-02"), to: "journal.md", age: 5)
    try await fixture.update()
    #expect(try await found(days("2025-05-01", "2025-05-31"), in: fixture) == [])
    #expect(try await found(days("2025-06-01", "2025-06-30"), in: fixture) == ["2025-06-02"])
    try fixture.move("journal.md", to: "diary.md")
    try await fixture.update()
    #expect(try await found(days("2025-06-01", "2025-06-30"), in: fixture) == ["2025-06-02"])
    #expect(try await fixture.index.check() == [])
  }

  @Test func eachEventAndEachContactIsAChunkOfItsOwn() async throws {
    try #require(FileConverter.shared != nil, "rag-read is not beside the tests: build it first")
    let events = [("Boiler pressure", "20250314T080000", "20250314T090000"), ("Holidays", "20250701", "20250715")]
    let calendar =
      "BEGIN:VCALENDAR\n"
      + events.map { "BEGIN:VEVENT\nSUMMARY:\($0)\nDTSTART:\($1)\nDTEND:\($2)\nLOCATION:Home\nEND:VEVENT\n" }.joined()
      + "END:VCALENDAR\n"
    let invitation = calendar.replacing(/BEGIN:VEVENT\nSUMMARY:Holidays(.|\n)*?END:VEVENT\n/, with: "")
    let cards = ["Ann", "Nobody", "Ben"].map {
      "BEGIN:VCARD\nVERSION:3.0\nFN:\($0)\n\($0 == "Nobody" ? "" : "TEL:+49 555 1\n")END:VCARD\n"
    }.joined()
    let messages = ["Ann", "Ben"].enumerated().map { number, name in
      """
      From \(name)@notes.example Sat Mar 01 00:00:00 2025
      From: \(name)@notes.example
      Date: Sat, 0\(number + 1) Mar 2025 10:00:00 +0000
      Subject: Boiler

      The pressure, says \(name).

      """
    }
    let fixture = try await IndexerFixture([
      "home.ics": calendar, "friends.vcf": cards, "old.mbox": messages.joined(separator: "\n"),
      "invite.ics": invitation,
    ])
    #expect(try await fixture.update().failures.isEmpty)
    func headings(_ path: String) async throws -> [String] {
      try await fixture.index.chunks(ofDocument: path, in: fixture.notesPath).map { $0.chunk.headingPath.last ?? "" }
    }
    #expect(try await headings("home.ics") == ["Boiler pressure, 2025-03-14", "Holidays, 2025-07-01 to 2025-07-14"])
    #expect(try await headings("friends.vcf") == ["Ann", "Nobody", "Ben"])
    #expect(try await headings("old.mbox") == ["Boiler, 2025-03-01", "Boiler, 2025-03-02"])
    #expect(try await found(days("2025-07-10", "2025-07-10"), in: fixture) == ["Holidays, 2025-07-01 to 2025-07-14"])
    #expect(
      try await found(days("2025-03-01", "2025-03-31"), in: fixture)
        == ["Boiler pressure, 2025-03-14", "Boiler pressure, 2025-03-14", "Boiler, 2025-03-01", "Boiler, 2025-03-02"])
  }
}
