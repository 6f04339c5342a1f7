import ForeignFormats
import Foundation
import NoteValues
import TestSupport
import Testing

/// The days on which the events of calendars take place.
@Suite struct CalendarTests {
  /// A calendar of the golden file, and its occurrences as `scripts/calendar-golden.py` found them.
  private struct Example: Decodable {
    var zone: String
    var span: [String]
    var calendar: String
    var occurrences: [[String?]]

    static let all: [Example] = {
      let file = Repository.url.appending(path: "Tests/ConvertersTests/Golden/calendars.jsonl")
      let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.compactMap { try? JSONDecoder().decode(Example.self, from: Data($0.utf8)) }
    }()
  }

  private static func day(_ number: Int) -> String {
    Date(timeIntervalSince1970: Double(number) * 86_400).formatted(.iso8601.year().month().day())
  }

  private static func time(_ minute: Int?) -> String? {
    minute.map { [$0 / 60, $0 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") }
  }

  /// Returns the occurrences of a calendar as the golden file has them.
  private func occurrences(_ calendar: String, zone: String, span: [String]? = nil) throws -> [[String?]] {
    let view = CalendarView(timeZone: zone, lastDay: Documents.calendar.lastDay)
    let found = try Documents.conversion(of: calendar, named: "a.ics", calendar: view)
    let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false)
    return found.occurrences.filter { !$0.isCancelled }.map { occurrence in
      let heading = lines[occurrence.line - 1].dropFirst(2)
      let name = String(heading.replacing(/, [0-9-]{10}( to [0-9-]{10})?$/, with: ""))
      let (first, last) = (Self.day(occurrence.days.lowerBound.number), Self.day(occurrence.days.upperBound.number))
      return [first, last, Self.time(occurrence.start), Self.time(occurrence.end), name]
    }.filter { row in
      guard let span, let first = row[0], let last = row[1] else { return true }
      return first <= span[1] && last >= span[0]
    }.sorted { $0.map { $0 ?? "" }.lexicographicallyPrecedes($1.map { $0 ?? "" }) }
  }

  private func event(_ lines: String) -> String {
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:A\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
  }

  private func days(_ lines: String, zone: String = "Europe/Berlin") throws -> [String?] {
    try occurrences(event(lines), zone: zone).map { $0[0] }
  }

  /// python-dateutil ends a rule with a day at its midnight, which leaves out that day's event; and what lasts for a
  /// night when clocks are put forward lasts as long on the others (RFC 5545, 3.8.5.3), which ends it an hour earlier.
  private static let differing = ["FREQ=DAILY;UNTIL=20260108\n", "SUMMARY:Shift\n"]

  @Test func eventsAreOnTheDaysThatOtherReadersFind() throws {
    #expect(Example.all.count > 95)
    for example in Example.all where !Self.differing.contains(where: example.calendar.contains) {
      let found = try occurrences(example.calendar, zone: example.zone, span: example.span)
      #expect(found == example.occurrences, "\(example.calendar)")
    }
  }

  /// These are not allowed, but programs write them.
  @Test func rulesThatBreakTheirFormMeanWhatTheirWritersMeant() throws {
    #expect(try days("DTSTART:20261003\nDTEND:20261003\nRRULE:") == ["2026-10-03"])
    #expect(
      try days("DTSTART;VALUE=DATE:20261005\nRRULE:FREQ=WEEKLY;UNTIL=20261130;COUNT=-1;INTERVAL=2;BYDAY=MO")
        == ["2026-10-05", "2026-10-19", "2026-11-02", "2026-11-16", "2026-11-30"])
    #expect(
      try days("DTSTART:20261005T090000\nRRULE:FREQ=DAILY;UNTIL=20261007")
        == ["2026-10-05", "2026-10-06", "2026-10-07"])
    #expect(try days("DTSTART;VALUE=DATE:20261005\nRRULE:FREQ=WEEKLY;UNTIL=20261004") == [])
    #expect(try days("DTSTART:20261005\nRRULE:FREQ=DAILY;INTERVAL=0;COUNT=2") == ["2026-10-05", "2026-10-06"])
    #expect(try days("DTSTART:20261005\nRRULE:FREQ=SOMETIMES") == ["2026-10-05"])
    #expect(try days("DTSTART:20261305\nRRULE:FREQ=DAILY") == [])
  }

  @Test func aChosenTimeZoneComesBeforeThatOfACalendar() throws {
    let film = """
      BEGIN:VCALENDAR
      X-WR-TIMEZONE:America/New_York
      BEGIN:VEVENT
      SUMMARY:Film
      DTSTART:20260612T023000Z
      END:VEVENT
      END:VCALENDAR
      """
    for (isChosen, heading) in [(false, "# Film, 2026-06-11\n"), (true, "# Film, 2026-06-12\n")] {
      let view = CalendarView(timeZone: "Europe/Berlin", isChosen: isChosen, lastDay: Documents.calendar.lastDay)
      #expect(try Documents.conversion(of: film, named: "a.ics", calendar: view).text.hasPrefix(heading))
    }
  }

  @Test func anEventSaysItsTimeHereAndWhereItIs() throws {
    let view = CalendarView(timeZone: "Europe/Berlin", lastDay: Documents.calendar.lastDay)
    let text = try Documents.conversion(
      of: event("DTSTART;TZID=America/New_York:20260601T190000\nDURATION:PT2H"), named: "a.ics", calendar: view
    ).text
    #expect(
      text == "# A, 2026-06-02\n\n- When: 2026-06-02 01:00 to 03:00 (19:00 America/New_York)\n")
  }

  /// A rule may go on for ever, and a file may have many.
  @Test func whatRepeatsTooOftenIsCutAndSaidSo() throws {
    let hourly = try Documents.conversion(of: event("DTSTART:20200101T000000Z\nRRULE:FREQ=HOURLY"), named: "a.ics")
    #expect(hourly.occurrences.count == 20_000 && hourly.remarks.count == 1 && hourly.hasLaterOccurrences)
    let bombs = ["FREQ=SECONDLY", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30"]
    for rule in bombs {
      let found = try Documents.conversion(of: event("DTSTART:20200101T000000Z\nRRULE:\(rule)"), named: "a.ics")
      #expect(found.occurrences.count <= 20_000 && found.remarks.count == 1)
    }
    let daily = (0..<100).map {
      "BEGIN:VEVENT\nUID:\($0)\nSUMMARY:\($0)\nDTSTART:20200101\nRRULE:FREQ=DAILY\nEND:VEVENT\n"
    }
    let many = try Documents.conversion(
      of: "BEGIN:VCALENDAR\n" + daily.joined() + "END:VCALENDAR\n", named: "a.ics")
    #expect((100_000...200_000).contains(many.occurrences.count) && many.remarks.count == 6)
    #expect(try days("DTSTART:20260101\nRRULE:FREQ=YEARLY;COUNT=3").count == 3)
  }

  @Test func onlyWhatMayGoOnIsLookedForAgain() throws {
    for (lines, goesOn) in [
      ("DTSTART:20260101\nRRULE:FREQ=YEARLY", true), ("DTSTART:20260101\nRRULE:FREQ=YEARLY;COUNT=3", false),
      ("DTSTART:20260101\nRRULE:FREQ=YEARLY;COUNT=30", true), ("DTSTART:20260101", false),
      ("DTSTART:20260101\nRRULE:FREQ=YEARLY;UNTIL=20300101", false),
    ] {
      #expect(try Documents.conversion(of: event(lines), named: "a.ics").hasLaterOccurrences == goesOn, "\(lines)")
    }
  }

  @Test func aCancelledEventIsMarked() throws {
    let off = event("DTSTART:20260601T100000Z\nSTATUS:CANCELLED")
    let called = event("DTSTART:20260601T100000Z").replacing("BEGIN:VEVENT", with: "METHOD:CANCEL\nBEGIN:VEVENT")
    for calendar in [off, called] {
      let found = try Documents.conversion(of: calendar, named: "a.ics")
      #expect(found.occurrences.map(\.isCancelled) == [true] && found.text.contains("- Status: cancelled\n"))
    }
  }

  @Test func anInvitationInAMessageIsAnEvent() throws {
    let invitation = event("DTSTART;TZID=Europe/Berlin:20261118T190000\nDURATION:PT2H")
      .replacing("BEGIN:VEVENT", with: "METHOD:REQUEST\nBEGIN:VEVENT")
    func mail(_ calendar: String) -> String {
      """
      From: Ines <ines@example.org>
      Date: Tue, 10 Nov 2026 09:00:00 +0100
      Subject: Invitation
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: multipart/alternative; boundary=a

      --a
      Content-Type: text/plain

      You are invited.
      --a
      Content-Type: text/calendar; method=REQUEST; charset=utf-8

      \(calendar)
      --a--
      --b
      Content-Type: application/ics; name=invite.ics
      Content-Disposition: attachment; filename=invite.ics

      \(calendar)
      --b--

      """
    }
    let found = try Documents.conversion(of: mail(invitation), named: "a.eml")
    let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(found.text.contains("You are invited."))
    #expect(found.occurrences.map { lines[$0.line - 1] } == ["## A, 2026-11-18"], "it is sent twice, but is one")
    #expect(found.occurrences.first?.start == 18 * 60)
    let reply = try Documents.conversion(of: mail(invitation.replacing("REQUEST", with: "REPLY")), named: "a.eml")
    #expect(reply.occurrences.isEmpty, "who answers an invitation has not sent another")
  }

  @Test func birthdaysAreOnADayOfEachYear() throws {
    let card = "BEGIN:VCARD\nFN:Ida\nBDAY:20240229\nANNIVERSARY:--1202\nEND:VCARD\n"
    let found = try Documents.conversion(of: card, named: "a.vcf")
    let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false)
    let birthdays = found.occurrences.filter { lines[$0.line - 1].hasPrefix("- Birthday") }.map(
      \.days.lowerBound.number)
    #expect(birthdays.prefix(3).map(Self.day) == ["2024-02-29", "2025-02-28", "2026-02-28"])
    #expect(birthdays.count == 13 && found.occurrences.count == 13 + 41)
    #expect(found.occurrences.allSatisfy { $0.kind == .anniversary && $0.days.lowerBound == $0.days.upperBound })
  }
}
