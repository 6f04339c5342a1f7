import Foundation
import VectorStore

/// A date as notes write it: a day, a month or a year.
///
///     2026-03-17    2024-03    14 January 2025    October 5th, 2026    3. November 2026
package struct EntryDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  var year: Int
  /// `nil` if only the year is given.
  var month: Int?
  /// `nil` if only the month is given.
  var day: Int?

  init(_ day: Day) {
    let parts = day.parts
    self.init(year: parts.year, month: parts.month, day: parts.day)
  }

  /// The first of some days, or their month if they are all of it; `nil` if they are more than a month.
  init?(ofDays days: ClosedRange<Day>) {
    guard days.upperBound.number - days.lowerBound.number <= 31 else { return nil }
    self.init(days.lowerBound)
    if let month, Day.days(ofMonth: month, year) == days { day = nil }
  }

  /// `2026-03-17`, `2026-03` or `2026`.
  package var description: String {
    let parts = [month, day].prefix { $0 != nil }.map { String(format: "-%02d", $0 ?? 0) }
    return String(format: "%04d", year) + parts.joined()
  }

  package static func < (left: EntryDate, right: EntryDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }

  /// The first date in a text with at least a month, in digits or with the month's name in any of the languages that
  /// are known here; `nil` if there is none.
  package init?(firstIn text: String) {
    let dates = WrittenDate.all(in: text).filter { [.month, .day].contains($0.precision) }
    guard let first = dates.first(where: { Self.years.contains($0.days.lowerBound.parts.year) }) else { return nil }
    self.init(first.days.lowerBound)
    if first.precision == .month { day = nil }
  }

  /// The years that notes are about: other numbers are something else.
  private static let years = 1900...2099

  private init(year: Int, month: Int?, day: Int?) { (self.year, self.month, self.day) = (year, month, day) }
}
