import Testing

import VectorStore

@Suite struct RecurrenceTests {
  /// An event as a calendar is converted to it; its days of 2026 and 2027 were computed with python-dateutil 2.9.
  private func days(_ when: String, _ rule: String, _ more: String = "") throws -> [String] {
    let text = "# Event\n\n- When: \(when)\n- Repeats: \(rule)\n\(more)\n"
    let recurrence = try #require(Recurrence(of: text))
    var days: [String] = []
    var next = try #require(Day("2026-01-01"))
    let end = try #require(Day("2027-12-31"))
    while days.count < 5, let found = recurrence.occurrence(in: next...end) {
      days.append(String(describing: found.lowerBound).replacing("2026-", with: ""))
      next = found.upperBound.adding(days: 1)
    }
    return days
  }

  @Test(arguments: [
    ("2026-01-06 18:00 to 19:00", "every week on Tuesday", ["01-06", "01-13", "01-20", "01-27", "02-03"]),
    ("2026-01-06", "every week", ["01-06", "01-13", "01-20", "01-27", "02-03"]),
    (
      "2026-01-05 18:00", "every 2 weeks on Monday and Thursday until 2026-01-31 22:59 UTC",
      ["01-05", "01-08", "01-19", "01-22"]
    ),
    ("2026-01-01", "every 10 days, 3 times", ["01-01", "01-11", "01-21"]),
    ("2026-01-30", "every month on the last Friday", ["01-30", "02-27", "03-27", "04-24", "05-29"]),
    ("2026-01-14", "every month on the second Wednesday, 2 times", ["01-14", "02-11"]),
    ("2026-01-02", "every month on Friday number 5", ["01-02", "01-30", "05-29", "07-31", "10-30"]),
    (
      "2026-01-31", "every month on day 15 and the last day of the month",
      ["01-31", "02-15", "02-28", "03-15", "03-31"]
    ),
    ("2026-01-31", "every month", ["01-31", "03-31", "05-31", "07-31", "08-31"]),
    ("1980-03-01", "every year", ["03-01", "2027-03-01"]),
    (
      "2026-03-29", "every year in March and October on the last Sunday",
      ["03-29", "10-25", "2027-03-28", "2027-10-31"]
    ),
    ("2026-02-14", "every 2 months until 2026-07-01", ["02-14", "04-14", "06-14"]),
    ("2026-01-05", "every day on Saturday and Sunday in February, 4 times", ["01-05", "02-01", "02-07", "02-08"]),
  ])
  func anEventRepeatsByItsRule(when: String, rule: String, expected: [String]) throws {
    #expect(try days(when, rule) == expected)
  }

  @Test func exceptionsAndAdditionsCount() throws {
    let more = "- Also on: 2026-01-08, 2026-01-09 18:00\n- Except on: 2026-01-13 18:00, 2026-01-20"
    #expect(try days("2026-01-06 18:00", "every week", more) == ["01-06", "01-08", "01-09", "01-27", "02-03"])
  }

  @Test func anEventOfSeveralDaysIsFoundByItsLast() throws {
    let text = "# Fair\n\n- When: 2026-05-01 to 2026-05-03\n- Repeats: every year\n"
    let recurrence = try #require(Recurrence(of: text))
    let third = try #require(Day("2027-05-03"))
    #expect(recurrence.occurrence(in: third...third)?.lowerBound == Day("2027-05-01"))
    #expect(recurrence.occurrence(in: third.adding(days: 1)...third.adding(days: 90)) == nil)
  }

  @Test(arguments: [
    "every hour", "every month on Monday and Tuesday, BYSETPOS -1", "every fortnight", "FREQ=WEEKLY", "every",
    "every week on Someday", "every week until soon", "every week on", "every -1 weeks on the", "every week, 4",
    "every day on the tenth Friday", "every month on Monday number -9223372036854775808",
    "every month on day -9223372036854775808 of the month", "every 9223372036854775807 days", "every 0 days",
  ])
  func byOtherRulesAnEventIsOnItsFirstDay(rule: String) throws {
    #expect(try days("2026-01-06", rule) == ["01-06"])
  }

  @Test func whatADescriptionSaysIsNoRule() throws {
    #expect(Recurrence(of: "# Event\n\n- When: 2026-01-06\n\nPlan\n- Repeats: every day\n") == nil)
    #expect(Recurrence(of: "# Event\n\n- When: 2026-01-06 to 2026-01-08\n- Where: Oslo\n") == nil)
  }

  @Test func theLastOccurrenceIsNotAfterADay() throws {
    let recurrence = try #require(
      Recurrence(
        of: "# A\n\n- When: 2026-01-06 18:00\n- Repeats: every week until 2026-03-31\n- Except on: 2026-03-31\n"))
    func last(_ day: String) throws -> Day? { recurrence.lastOccurrence(until: try #require(Day(day)))?.lowerBound }
    #expect(try last("2026-01-19") == Day("2026-01-13") && last("2026-01-13") == Day("2026-01-13"))
    #expect(try last("2027-01-01") == Day("2026-03-24") && last("2026-01-05") == nil)
  }

  @Test(arguments: [
    ("2026-05-01 22:00 to 2026-05-02 00:00", 1), ("2026-05-01 22:00 to 2026-05-02 01:00", 2),
    ("2026-05-01, for 3 days", 3), ("2026-05-01, for 2 weeks", 14), ("2026-05-01 10:00, for 2 hours", 1),
    ("2026-05-01 to 9999-01-01", 1), ("2026-05-01 to 2026-04-01", 1),
  ])
  func anEventIsAsLongAsItSays(when: String, length: Int) throws {
    let recurrence = try #require(Recurrence(of: "- When: \(when)\n- Repeats: every year\n"))
    let day = try #require(Day("2027-05-01"))
    let found = try #require(recurrence.occurrence(in: day...day))
    #expect(found.upperBound.number - found.lowerBound.number + 1 == length)
  }

  @Test func longSpansEndSoon() throws {
    let recurrence = try #require(
      Recurrence(of: "- When: 0001-01-01\n- Repeats: every 9999 years, 999999 times\n- Except on: 0001-01-01\n"))
    let all = try #require(Day("0001-01-01"))...(try #require(Day("9999-12-31")))
    #expect(recurrence.occurrence(in: all) == nil)
  }
}
