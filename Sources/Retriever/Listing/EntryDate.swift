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
    var best: (place: String.Index, date: EntryDate)?
    func offer(_ place: String.Index, _ year: Int?, _ month: Int?, _ day: Int?) {
      guard let year, let month, 1...12 ~= month, day.map({ 1...31 ~= $0 }) ?? true else { return }
      if best.map({ place < $0.place }) ?? true {
        best = (place, EntryDate(year: year, month: month, day: day))
      }
    }
    for match in text.matches(of: /\b((?:19|20)[0-9]{2})-([0-9]{2})(?:-([0-9]{2}))?\b/) {
      offer(match.range.lowerBound, Int(match.1), Int(match.2), match.3.flatMap { Int($0) })
    }
    for match in text.matches(of: /\b([0-9]{1,2})\.([0-9]{1,2})\.((?:19|20)[0-9]{2})\b/) {
      offer(match.range.lowerBound, Int(match.3), Int(match.2), Int(match.1))
    }
    // 14 January 2025, 3. November 2026, March 2028
    let dayFirst = /(?:\b([0-9]{1,2})(?:\.|st|nd|rd|th)? (?:de |of )?)?(\p{L}{3,})\.?,? (?:de )?((?:19|20)[0-9]{2})\b/
    for match in text.matches(of: dayFirst) {
      offer(match.range.lowerBound, Int(match.3), Self.months[match.2.lowercased()], match.1.flatMap { Int($0) })
    }
    // January 14, 2025
    for match in text.matches(of: /(\p{L}{3,})\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ((?:19|20)[0-9]{2})\b/) {
      offer(match.range.lowerBound, Int(match.3), Self.months[match.1.lowercased()], Int(match.2))
    }
    guard let best else { return nil }
    self = best.date
  }

  private init(year: Int, month: Int?, day: Int?) { (self.year, self.month, self.day) = (year, month, day) }

  /// The numbers of months by their names, whole and short.
  private static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for language in Language.allCases {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: language.rawValue)
      let lists = [formatter.monthSymbols, formatter.shortMonthSymbols, formatter.standaloneMonthSymbols]
      for case let list? in lists {
        for (number, name) in zip(1..., list) where name.contains(where: \.isLetter) {
          months[name.lowercased().replacing(".", with: "")] = number
        }
      }
    }
    return months
  }()
}
