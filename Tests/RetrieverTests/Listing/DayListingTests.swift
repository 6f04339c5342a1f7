import Embedding
import Foundation
import Indexer
import Retriever
import TestSupport
import Testing
import VectorStore

/// Questions for all that the notes say of some days, asked of notes, tasks and a calendar, in files and in databases.
@Suite struct DayListingTests {
  private static let notes = [
    "Journal/2026-11-26.md":
      "# Thursday\n\n- Fixed the boiler. It was the valve.\n- Lunch: soup at the harbour.\n\n#food #home/boiler\n",
    "log.md": """
    # Log

    ## 2026-11-24

    Walked to the lighthouse. The lamp was off.

    ## 2026-11-25 Trip to Bergen

    | time | what |
    | --- | --- |
    | 10:00 | Ferry |
    """,
    "todo.md":
      "# To do\n\n- [ ] Pay the rent 📅 2026-11-30\n- [ ] Call Fumiko 📅 2026-11-20\n- [ ] Report ⏳ 2026-11-21 📅 2027-06-05\n- [x] Order strings ✅ 2026-11-25\n",
    "2026-11.md": "# November\n\n- 28.11.2026 Paint the fence\n- Save money\n",
    "2027-02.md":
      "# February\n\n- 3 Feb: museum\n- 12.2.: drive Ida\n- **20 February** fair\n- they arrive 2027-02-21\n",
    "2027-W10.md": "# Week 10\n\n## Monday\n\nFixed the roof.\n\n## Friday: plan\n\nThe party.\n",
    "keys.md": "---\ndate: 2026-11-26\ntags: [keys]\n---\n# The new keys\n\nOne is for Petra.\n",
    "cal.ics": """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    SUMMARY:Concert
    DTSTART:20261201T200000
    END:VEVENT
    BEGIN:VEVENT
    SUMMARY:Dentist
    DTSTART:20261201T100000
    LOCATION:Kaigaten 4
    END:VEVENT
    BEGIN:VEVENT
    UID:choir
    SUMMARY:Choir practice
    DTSTART:20260106T180000
    RRULE:FREQ=WEEKLY
    EXDATE:20261215T180000
    END:VEVENT
    BEGIN:VEVENT
    UID:choir
    SUMMARY:Choir practice in the church
    RECURRENCE-ID:20261222T180000
    DTSTART:20261223T180000
    END:VEVENT
    BEGIN:VEVENT
    SUMMARY:Called off
    DTSTART:20261201T090000
    STATUS:CANCELLED
    END:VEVENT
    END:VCALENDAR
    """,
  ]

  private static let choir =
    "Choir practice · When: 18:00 · Repeats: every week"

  private let given: DayNotes
  private var folder: TemporaryFolder { given.folder }
  private var index: SearchIndex { given.index }

  init() async throws { given = try await DayNotes(Self.notes) }

  private func rows(_ question: String, on today: String = "2026-11-27") async throws -> [String] {
    try await given.rows(question, on: today)
  }

  @Test func ofADateWithSlashesBothReadingsAreListed() async throws {
    let notes = try await DayNotes([
      "2027-05-04.md": "Paint the fence.\n", "2027-04-05.md": "Prune the pear.\n", "2027-06-07.md": "Rest.\n",
    ])
    let rows = try await notes.rows("What do I have on 4/5/2027?")
    #expect(rows == ["2027-05-04 Paint the fence.", "2027-04-05 Prune the pear."])
  }

  @Test func aDayIsAllThatIsSaidOfIt() async throws {
    #expect(
      try await rows("What did I do yesterday?") == [
        "Fixed the boiler. It was the valve.", "Lunch: soup at the harbour.", "The new keys", "One is for Petra.",
      ])
    #expect(
      try await rows("What happened last Tuesday?") == ["Walked to the lighthouse.", "The lamp was off.", Self.choir])
    #expect(try await rows("What did I do on Sunday?") == [])
  }

  @Test func ofSeveralDaysEachRowHasItsOwn() async throws {
    #expect(
      try await rows("What did I do this week?").prefix(5) == [
        "2026-11-24 Walked to the lighthouse.", "2026-11-24 The lamp was off.", "2026-11-24 \(Self.choir)",
        "2026-11-25 2026-11-25 Trip to Bergen", "2026-11-25 10:00 · Ferry",
      ])
  }

  @Test func aDayToComeHasTasksEventsAndPlans() async throws {
    #expect(try await rows("What is on tomorrow?") == ["28.11.2026 Paint the fence"])
    #expect(try await rows("What do I have on Monday?") == ["Pay the rent"])
    #expect(
      try await rows("What do I have next Tuesday?") == [
        "Dentist · When: 10:00 · Where: Kaigaten 4",
        Self.choir, "Concert · When: 20:00",
      ])
  }

  @Test func anEventThatRepeatsIsOnItsDays() async throws {
    for (day, count) in [("2026-12-07", 1), ("2026-12-14", 0), ("2026-12-21", 0), ("2026-12-28", 1)] {
      let found = try await rows("What do I have tomorrow?", on: day)
      #expect(found.count { $0.hasPrefix("Choir practice ·") } == count, "the day after \(day)")
    }
    let moved = try await rows("What events do I have on 23 December?")
    #expect(moved == ["Choir practice in the church · When: 18:00"])
    let day = try #require(Day("2026-12-08"))
    let filter = SearchFilter(dated: day...day)
    #expect(try await index.newestChunks(limit: 9, where: filter).map(\.chunk.headingPath) == [["Choir practice"]])
    #expect(try await index.keywordMatches("practice", limit: 9, where: filter).count == 1)
    let vector = try await HashingEncoder().encode("practice")
    #expect(try await index.nearest(to: vector, limit: 9, where: filter).count == 1)
    #expect(try await index.documents(where: filter, limit: 9).documents.map(\.path) == ["cal.ics"])
    let passage = try await index.passages(matching: "practice on 2026-12-08", limit: 1).first
    #expect(passage?.headingPath == ["Choir practice"])
  }

  @Test func anEventThatRepeatsIsListedOnEachDay() async throws {
    let found = try await rows("Which appointments do I have in December?").filter { $0.contains("Choir") }
    #expect(found.map { $0.prefix(10) } == ["2026-12-01", "2026-12-08", "2026-12-23", "2026-12-29"])
    #expect(try await rows("When was the last choir practice?").first?.hasPrefix("2026-11-24 Choir practice") == true)
    #expect(
      try await rows("When is my next appointment?").first == "2026-12-01 Dentist · When: 10:00 · Where: Kaigaten 4")
  }

  /// A plan for a month or a week says to which day its lines belong.
  @Test func linesOfALongerTimeHaveTheirOwnDays() async throws {
    #expect(try await rows("What do I have tomorrow?", on: "2027-02-02") == ["3 Feb: museum"])
    #expect(try await rows("What is planned for 12 February?", on: "2027-02-02") == ["12.2.: drive Ida"])
    #expect(try await rows("What do I have on 20 February?", on: "2027-02-02") == ["**20 February** fair"])
    #expect(try await rows("What do I have on 21 February?", on: "2027-02-02") == [])
    #expect(try await rows("What did I do last Monday?", on: "2027-03-12") == ["Fixed the roof."])
    #expect(try await rows("What do I have today?", on: "2027-03-12") == ["Friday: plan", "The party."])
  }

  @Test func theNextIsTheFirstThatIsNotOver() async throws {
    #expect(try await rows("When is the next dentist appointment?").first?.hasPrefix("2026-12-01 Dentist") == true)
    #expect(try await rows("When is the next choir practice?").first?.hasPrefix("2026-12-01 Choir practice") == true)
    #expect(try await rows("When is the next choir practice?", on: "2026-12-02").first?.hasPrefix("2026-12-08") == true)
    #expect(try await rows("When is the next dentist appointment?", on: "2026-12-02") == [])
    #expect(try await rows("When is the dentist?").first?.hasPrefix("2026-12-01 Dentist") == true)
    #expect(try await rows("Wann ist die Choir practice?").first?.hasPrefix("2026-12-01 Choir practice") == true)
    // What is over, or is no event, the notes may say elsewhere.
    #expect(try await rows("When is the dentist?", on: "2026-12-02") == [])
    #expect(try await rows("When is the ferry?") == [])
  }

  @Test func tasksAreListedByTheirDays() async throws {
    #expect(try await rows("Which tasks are overdue?") == ["2026-11-20 Call Fumiko"])
    #expect(try await rows("What is due next week?") == ["2026-11-30 Pay the rent"])
    #expect(try await rows("Which tasks did I finish this week?") == ["2026-11-25 Order strings"])
    #expect(try await rows("What is due tomorrow?") == [])
  }

  /// What another note says of its yesterday is no answer.
  @Test func whatIsNotKnownOfADayIsRefused() async throws {
    var options = AnswerOptions()
    options.filter.today = Day("2026-11-23")
    let answer = try #require(try await index.answerFromAll(to: "What did I do yesterday?", options: options))
    #expect(answer.outcome == .notInNotes(.topic) && answer.passages.isEmpty)
    #expect(answer.listing?.days?.lowerBound == Day("2026-11-22"))
    #expect(try await answer.collect().content == "")
    // A note may say what happened in a year in the middle of its text.
    #expect(try await index.answerFromAll(to: "What happened in March 2020?", options: options) == nil)
  }

  @Test func notesAreListedOnce() async throws {
    let filter = SearchFilter(today: Day("2026-11-27"))
    let listing = try #require(try await index.listing(for: "Which notes are from this week?", where: filter))
    #expect(listing.listsNotes)
    #expect(listing.rows.map(\.source.path) == ["log.md", "Journal/2026-11-26.md", "keys.md", "2026-11.md"])
  }

  /// More lines than anybody reads are one for each section.
  @Test func ofManyLinesTheFirstOfEachSectionIsListed() async throws {
    let items = (1...80).map { "- Item \($0)\n" }.joined()
    try folder.write("## 2026-10-01 Inventory\n\n\(items)\n## 2026-10-02 Repairs\n\nThe oar.\n", to: "notes/stock.md")
    _ = try await index.update(from: folder.path + "/notes")
    let filter = SearchFilter(today: Day("2026-11-27"))
    let listing = try #require(try await index.listing(for: "What did I do in October?", where: filter))
    // 83 lines, and four choir practices.
    #expect(listing.omitted + listing.rows.count == 87 && listing.unexamined == 0)
    let found = try await rows("What did I do in October?")
    #expect(found.contains("2026-10-02 2026-10-02 Repairs") && found.contains("2026-10-01 2026-10-01 Inventory"))
    #expect(found.count < 10)
  }
}
