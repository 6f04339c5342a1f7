import Embedding
import Indexer
import Retriever
import TestSupport
import Testing
import VectorStore

/// Questions about days, asked of events and tasks that repeat, and of invitations.
@Suite struct DayCalendarTests {
  private static let notes = [
    "work.ics": """
    BEGIN:VCALENDAR
    X-WR-TIMEZONE:Europe/Berlin
    BEGIN:VEVENT
    UID:1
    SUMMARY:Team meeting
    DTSTART;TZID=Europe/Berlin:20250106T090000
    DURATION:PT1H
    RRULE:FREQ=WEEKLY
    EXDATE:20261102T080000Z
    END:VEVENT
    BEGIN:VEVENT
    UID:2
    SUMMARY:Night watch
    DTSTART;TZID=Europe/Berlin:20261128T220000
    DURATION:PT8H
    END:VEVENT
    BEGIN:VEVENT
    UID:3
    SUMMARY:Late call
    DTSTART:20261130T233000Z
    DURATION:PT30M
    END:VEVENT
    BEGIN:VEVENT
    UID:4
    SUMMARY:Review of 2026-12-03
    DTSTART;VALUE=DATE:20261105
    RRULE:FREQ=MONTHLY;COUNT=3
    END:VEVENT
    BEGIN:VEVENT
    UID:1
    RECURRENCE-ID;TZID=Europe/Berlin:20261207T090000
    SUMMARY:Team meeting
    STATUS:CANCELLED
    DTSTART;TZID=Europe/Berlin:20261207T090000
    END:VEVENT
    BEGIN:VTODO
    UID:5
    SUMMARY:Water the ferns
    DTSTART;VALUE=DATE:20261104
    DUE;VALUE=DATE:20261104
    RRULE:FREQ=WEEKLY
    END:VTODO
    END:VCALENDAR
    """,
    "2026-W50.md": "# Week 50\n\n## Tuesday\n\n14:00 dentist\n",
    "mail/invite.eml": """
    From: Ines <ines@example.org>
    To: Joss <joss@example.org>
    Date: Tue, 10 Nov 2026 09:00:00 +0100
    Subject: Invitation
    MIME-Version: 1.0
    Content-Type: multipart/alternative; boundary=b

    --b
    Content-Type: text/plain

    You are invited.
    --b
    Content-Type: text/calendar; method=REQUEST; charset=utf-8

    BEGIN:VCALENDAR
    METHOD:REQUEST
    X-WR-TIMEZONE:Europe/Berlin
    BEGIN:VEVENT
    UID:6
    SUMMARY:Choir rehearsal
    DTSTART;TZID=Europe/Berlin:20261218T190000
    DURATION:PT2H
    LOCATION:Chapel
    END:VEVENT
    END:VCALENDAR
    --b--

    """,
  ]

  private let given: DayNotes

  init() async throws { given = try await DayNotes(Self.notes) }

  private func rows(_ question: String, on today: String = "2026-11-27") async throws -> [String] {
    try await given.rows(question, on: today)
  }

  @Test func anEventThatRepeatsCountsEachTime() async throws {
    // 52 Mondays of the year without one, the watch, the call, two reviews and the rehearsal; 7 December is called off.
    #expect(try await rows("How many appointments do I have in 2026?").count == 50 + 5)
    #expect(try await rows("How many appointments do I have in 2040?").isEmpty)
    #expect(try await rows("Which appointments do I have on 2 November?", on: "2026-10-20").isEmpty)
    #expect(try await rows("Which appointments do I have on 7 December?").isEmpty)
  }

  @Test func anEventIsOnItsOwnDaysAlone() async throws {
    #expect(try await rows("What do I have on 3 December?") == [])
    #expect(try await rows("What do I have on 5 December?") == ["Review of 2026-12-03 · Repeats: every month, 3 times"])
    let watch = "Night watch, 2026-11-28 to 2026-11-29 · When: 22:00 to 06:00"
    #expect(try await rows("What do I have on 28 November?") == [watch])
    #expect(try await rows("What do I have on 29 November?") == [watch])
    #expect(try await rows("What do I have on 1 December?") == ["Late call · When: 00:30 to 01:00"])
  }

  @Test func notesAreListedBesideEvents() async throws {
    let week = try await rows("Which appointments do I have in December?")
    #expect(week.contains("2026-12-08 14:00 dentist"))
    #expect(week.contains { $0.hasPrefix("2026-12-14 Team meeting · When: 09:00 to 10:00") })
  }

  @Test func aTaskThatRepeatsIsDueEachTime() async throws {
    let ferns = "Water the ferns · Repeats: every week"
    #expect(try await rows("Which tasks are due on 11 November?", on: "2026-11-10") == [ferns])
    #expect(try await rows("Which tasks are due on 12 November?", on: "2026-11-10") == [])
    #expect(try await rows("Which tasks are overdue?") == ["2026-11-25 " + ferns])
  }

  @Test func anInvitationIsOnItsDay() async throws {
    let rehearsal = "Choir rehearsal · When: 19:00 to 21:00 · Where: Chapel"
    #expect(try await rows("What do I have on 18 December?") == [rehearsal])
    #expect(try await rows("Which emails did I get on 18 December 2026?", on: "2026-12-20") == [])
    #expect(
      try await rows("Which emails did I get on 10 November 2026?") == ["Invitation · From: Ines <ines@example.org>"])
    #expect(try await rows("When is the next choir rehearsal?").first?.hasPrefix("2026-12-18") == true)
  }
}
