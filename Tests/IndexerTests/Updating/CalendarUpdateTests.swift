import ForeignFormats
import GRDB
import Indexer
import TestSupport
import Testing
import VectorStore

/// The days of events, which depend on the time zone and are known for some years.
@Suite struct CalendarUpdateTests {
  private let notes = [
    "a.ics": """
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    SUMMARY:Late film
    DTSTART:20260612T023000Z
    RRULE:FREQ=YEARLY
    END:VEVENT
    END:VCALENDAR
    """,
    "b.md": "# Other\n",
  ]

  private func days(_ fixture: IndexerFixture) async throws -> [String] {
    let shape = try await fixture.index.shape(ofDocument: "a.ics", in: fixture.notesPath)
    return shape?.calendar?.occurrences.map(\.days.lowerBound.description) ?? []
  }

  @Test func aFolderHasItsTimeZone() async throws {
    let fixture = try await IndexerFixture(notes)
    func update(_ zone: String) async throws -> IndexReport? {
      try await fixture.index.update(fromAll: [fixture.notesPath], settings: FolderSettings.Change(timeZone: zone))
        .first
    }
    _ = try await update("America/New_York")
    #expect(try await days(fixture).first == "2026-06-11")
    let text = try await fixture.index.chunks(ofDocument: "a.ics", in: fixture.notesPath).first?.chunk.text
    #expect(text?.contains("When: 2026-06-11 22:30") == true)
    let document = try #require(try await fixture.index.documents(in: fixture.notesPath).first { $0.path == "a.ics" })
    let file = try #require(try await NoteFile.of(document, in: fixture.index))
    #expect(file.string(file.bytes).contains("When: 2026-06-11 22:30"), "also if it is read again")
    #expect(try await fixture.update().unchanged == 2, "it is kept")
    let moved = try #require(try await update("Asia/Tokyo"))
    #expect(moved.changed == 1 && moved.unchanged == 1)
    #expect(try await days(fixture).first == "2026-06-12")
    #expect(try await fixture.index.settings(ofFolder: fixture.notesPath).timeZone == "Asia/Tokyo")
    _ = try await update("")
    #expect(try await fixture.index.settings(ofFolder: fixture.notesPath).timeZone == nil)
  }

  @Test(.enabled(if: TestStore.isFile)) func whatGoesOnIsLookedForAgain() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    let known = try await days(fixture)
    #expect(known.count > 9)
    try await fixture.index.close()
    // As if it had been read some years ago.
    try await DatabaseQueue(path: fixture.index.path).write { db in
      try db.execute(sql: "UPDATE note_calendars SET last_day = last_day - 800")
      try db.execute(sql: "DELETE FROM note_occurrences WHERE ordinal > 7")
    }
    let index = try SearchIndex(at: fixture.index.path, encoder: fixture.encoder)
    let reopened = IndexerFixture(of: index, in: fixture)
    #expect(try await days(reopened).count == 8)
    let encoded = fixture.encoder.encodedTexts.count
    #expect(try await reopened.update().unchanged == 2)
    #expect(try await days(reopened) == known)
    #expect(fixture.encoder.encodedTexts.count == encoded)
    #expect(try await index.check() == [])
  }

  @Test func nothingOfARemovedCalendarIsLeft() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    let day = try #require(Day("2028-06-12"))
    let filter = SearchFilter(dated: day.adding(days: -1)...day)
    #expect(try await fixture.index.documents(where: filter, limit: 9).documents.map(\.path) == ["a.ics"])
    try fixture.remove("a.ics")
    try await fixture.update()
    #expect(try await fixture.index.documents(where: filter, limit: 9).documents.isEmpty)
  }
}
