import Foundation
import VectorStore

/// A reader of dates as people type them in a query.
struct QueryDates {
  private let now: Date
  private let calendar: Calendar

  init(now: Date, timeZone: TimeZone) {
    self.now = now
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Returns the days that a phrase stands for, such as `last March` or `2025`; `nil` for anything else.
  func days(_ text: String) -> ClosedRange<Day>? {
    DatePhrase.days(of: text, today: Day(of: now, in: calendar.timeZone))
  }

  /// Returns the end of `2026`, `2026-05`, `2026-05-03` or `last week`, or the time `7d` before now; `nil` for anything
  /// else.
  func end(_ text: String) -> Date? {
    if let first = written(text) {
      let unit: Calendar.Component = text.count == 4 ? .year : text.count == 7 ? .month : .day
      return calendar.date(byAdding: unit, value: 1, to: first)
    }
    return ago(text) ?? days(text).flatMap { start(of: $0.upperBound.adding(days: 1)) }
  }

  /// Returns the beginning of `2026`, `2026-05`, `2026-05-03` or `last week`, or the time `7d`, `2w`, `3m` or `1y`
  /// before now; `nil` for anything else.
  func date(_ text: String) -> Date? {
    written(text) ?? ago(text) ?? days(text).flatMap { start(of: $0.lowerBound) }
  }

  private func written(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: /([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?/) else { return nil }
    let (year, month, day) = (Int(match.1), match.2.flatMap { Int($0) }, match.3.flatMap { Int($0) })
    let date = DateComponents(calendar: calendar, year: year, month: month ?? 1, day: day ?? 1)
    return year != 0 && date.isValidDate ? date.date : nil
  }

  private func start(of day: Day) -> Date? {
    let (year, month, day) = day.parts
    return calendar.date(from: DateComponents(year: year, month: month, day: day))
  }

  private func ago(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: /([0-9]{1,4})([dwmy])/), let count = Int(match.1) else { return nil }
    let unit: Calendar.Component =
      switch match.2 {
      case "d": .day
      case "w": .weekOfYear
      case "m": .month
      default: .year
      }
    return calendar.date(byAdding: unit, value: -count, to: now)
  }
}
