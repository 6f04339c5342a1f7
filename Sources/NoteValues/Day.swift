public import Foundation

/// A day of the Gregorian calendar, without a time of day or a time zone.
///
///     let day = Day("2025-03-14")      // the same as Day(year: 2025, month: 3, day: 14)
///     day?.adding(days: 1)             // 2025-03-15
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number of days since 1 January 1970.
  package var number: Int

  package init(number: Int) { self.number = number }

  /// Creates a day; `nil` if there is no such day in the years 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...Day.length(ofMonth: month, year)).contains(day)
    else { return nil }
    self.init(year, month, day)
  }

  /// Reads a day as ISO 8601 writes it: `2025-03-14`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day of a moment in a time zone.
  public init(of date: Date, in timeZone: TimeZone = .current) {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    number = Int((seconds / 86_400).rounded(.down))
  }

  /// Creates a day of any year; one after the end of its month is in the next.
  ///
  /// From March on, the days before a month do not depend on the year: Howard Hinnant, "chrono-Compatible Low-Level
  /// Date Algorithms".
  package init(_ year: Int, _ month: Int, _ day: Int) {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The year, month and day, by the same algorithm.
  package var parts: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  package var weekday: Int { ((number + 3) % 7 + 7) % 7 + 1 }

  /// Returns the day a number of days later.
  public func adding(days: Int) -> Day { Day(number: number + days) }

  /// Returns the same day of the month a number of months later, or the last day of that month if it is shorter.
  package func adding(months: Int) -> Day {
    let (year, month, day) = parts
    let count = year * 12 + month - 1 + months
    let (newYear, newMonth) = (Int((Double(count) / 12).rounded(.down)), (count % 12 + 12) % 12 + 1)
    return Day(newYear, newMonth, min(day, Day.length(ofMonth: newMonth, newYear)))
  }

  /// Returns the days of a month; `nil` if there is no such month.
  package static func days(ofMonth month: Int, _ year: Int) -> ClosedRange<Day>? {
    guard let first = Day(year: year, month: month, day: 1) else { return nil }
    return first...Day(year, month, length(ofMonth: month, year))
  }

  /// Returns the days of a quarter of a year, from 1; `nil` if there is no such quarter.
  package static func days(ofQuarter quarter: Int, _ year: Int) -> ClosedRange<Day>? {
    guard (1...4).contains(quarter), let first = days(ofMonth: quarter * 3 - 2, year)?.lowerBound else { return nil }
    return first...first.adding(months: 3).adding(days: -1)
  }

  /// Returns the days of a year; `nil` if it is not one of the years 1 to 9999.
  package static func days(ofYear year: Int) -> ClosedRange<Day>? {
    guard let first = Day(year: year, month: 1, day: 1) else { return nil }
    return first...Day(year, 12, 31)
  }

  /// Returns the days of a week as ISO 8601 counts them, from Monday: the first week has the year's first Thursday.
  package static func days(ofWeek week: Int, _ year: Int) -> ClosedRange<Day>? {
    guard let fourth = Day(year: year, month: 1, day: 4) else { return nil }
    let first = fourth.adding(days: 1 - fourth.weekday + 7 * (week - 1))
    // The Thursday decides which year a week belongs to.
    guard week >= 1, first.adding(days: 3).parts.year == year else { return nil }
    return first...first.adding(days: 6)
  }

  /// The Monday to Sunday with this day.
  package var week: ClosedRange<Day> {
    let monday = adding(days: 1 - weekday)
    return monday...monday.adding(days: 6)
  }

  static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a day is before another.
  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  /// The day as ISO 8601 writes it.
  public var description: String {
    let (year, month, day) = parts
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
}

extension Day: Codable {
  /// Reads a day as ISO 8601 writes it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = Day(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a day")
    }
    self = day
  }

  /// Writes the day as ISO 8601 does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
