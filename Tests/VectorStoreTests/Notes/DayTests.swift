import Foundation
import Testing
import VectorStore

@Suite struct DayTests {
  /// Foundation's calendar, from 1600, where it no longer skips days as the countries did.
  @Test func everyDayIsThatOfFoundation() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    for number in stride(from: -130_000, through: 60_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday, .weekOfYear, .yearForWeekOfYear], from: date)
      let day = try #require(Day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
      #expect(day == Day(of: date, in: .gmt))
      #expect(day.parts == (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0))
      #expect(day.weekday == ((parts.weekday ?? 0) + 5) % 7 + 1)
      #expect(Day.days(ofWeek: parts.weekOfYear ?? 0, parts.yearForWeekOfYear ?? 0)?.contains(day) == true)
      #expect(Day("\(day)") == day)
      for months in [-13, -1, 0, 1, 25] {
        let later = try #require(calendar.date(byAdding: .month, value: months, to: date))
        #expect(day.adding(months: months) == Day(of: later, in: .gmt))
      }
    }
  }

  @Test(arguments: ["2025-02-29", "2025-13-01", "2025-1-01", "20250101", "2025-01-00", "", "2025-01-01-", "٢٠٢٥-01-01"])
  func whatIsNoDayIsRefused(text: String) { #expect(Day(text) == nil) }
}
