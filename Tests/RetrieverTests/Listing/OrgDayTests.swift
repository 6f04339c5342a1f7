import Indexer
import Retriever
import TestSupport
import Testing
import VectorStore

/// Questions for days, asked of notes of Org, in files and in databases.
@Suite struct OrgDayTests {
  private static let notes = [
    "agenda.org": """
    * Rehearsal <2026-12-10 Thu 19:30 +1w>
    * TODO Water the palm :plants:
      SCHEDULED: <2026-12-08 Tue +3d>
    * Hall
      Booked on <2026-12-20 Sun> and again on <2026-12-22 Tue>.
    * COMMENT Old plan <2026-12-17 Thu>
    * Fair
      <2026-12-26 Sat>--<2026-12-28 Mon>
    """,
    "log.org": "* 2026\n** 2026-04 April\n*** 2026-04-02 Thursday\nPlanted the beans.\n",
    "tagged.org": "* Cellar :damp:\n** TODO Pump\n* TODO Attic\n",
  ]

  private let given: DayNotes

  init() async throws { given = try await DayNotes(Self.notes) }

  private func rows(_ question: String, on today: String = "2026-12-01") async throws -> [String] {
    try await given.rows(question, on: today)
  }

  @Test func timeStampsAreDays() async throws {
    #expect(try await rows("What do I have on 10 December?") == ["Rehearsal"])
    #expect(try await rows("What do I have on 24 December?") == ["Rehearsal"])
    #expect(try await rows("What do I have on 17 December?") == ["Water the palm", "Rehearsal"])
    #expect(
      try await rows("What do I have on 22 December?") == [
        "Hall: Booked on <2026-12-20 Sun> and again on <2026-12-22 Tue>."
      ])
    #expect(try await rows("What do I have on 21 December?").isEmpty)
    #expect(try await rows("What do I have on 27 December?") == ["Fair"])
  }

  @Test func aFilterByDaysFindsTimeStamps() async throws {
    func found(_ text: String) async throws -> [String] {
      let day = try #require(Day(text))
      return try await given.index.documents(where: SearchFilter(dated: day...day), limit: 9).documents.map(\.path)
    }
    #expect(try await found("2027-02-11") == ["agenda.org"], "a rehearsal")
    #expect(try await found("2026-12-21").isEmpty)
  }

  @Test func aDayOfADateTreeHasNoSigns() async throws {
    #expect(try await rows("What did I do on 2 April 2026?") == ["Planted the beans."])
  }

  @Test func tasksAreFilteredByTheTagsOfTheirSection() async throws {
    let found = try await given.index.tasks(where: SearchFilter(tags: ["damp"]))
    #expect(found.map(\.task.text) == ["Pump"])
    #expect(try await given.index.tasks(where: SearchFilter(tags: ["plants"])).map(\.task.text) == ["Water the palm"])
  }

  @Test func linksLeadToTheNoteWithTheirID() async throws {
    let notes = try await DayNotes([
      "ferry.org": ":PROPERTIES:\n:ID: 7f1c-aa\n:END:\n#+title: Ferry\n\nAt nine.\n",
      "isles/port.org": "* Port\n:PROPERTIES:\n:ID:       9b\n:END:\n",
      "trip.org": "[[id:7f1c-aa][the ferry]] [[id:9b]] [[id:0000][lost]]\n",
    ])
    let links = try await notes.index.resolvedLinks { _ in [] }
    #expect(links.map(\.destination) == [.note("ferry.org"), .note("isles/port.org"), .missing])
  }
}
