import Foundation

/// Days as workbooks count them.
enum SheetDate {
  /// The day 0 that makes days from March 1900 on right: Excel takes 1900 for a leap year.
  private static let dayZero = Date(timeIntervalSince1970: -2_209_161_600)
  /// The 29 February of 1900, before which days are counted from a day later.
  private static let dayThatIsNone = 60.0

  private static func parts(ofDay day: Double) -> DateComponents? {
    guard (1...2_958_465).contains(day) else { return nil }
    let seconds = ((day + (day < dayThatIsNone ? 1 : 0)) * 86_400).rounded()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.dateComponents(
      [.year, .month, .day, .hour, .minute], from: Date(timeInterval: seconds, since: dayZero))
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns a day, and its time if it has one, as in `2026-11-25 14:30`; `nil` if no calendar has it.
  static func text(ofDay day: Double) -> String? {
    guard let parts = parts(ofDay: day), let year = parts.year, let month = parts.month, let day = parts.day else {
      return nil
    }
    let text = "\(year)-\(two(month))-\(two(day))"
    guard let hour = parts.hour, let minute = parts.minute, hour + minute > 0 else { return text }
    return "\(text) \(two(hour)):\(two(minute))"
  }

  /// Returns a day's month, as a number of one or two digits, or its name, short or long; `nil` if no calendar has it.
  ///
  /// - Parameter letters: How often a format has the letter for it (ECMA-376, 18.8.31).
  static func text(ofMonthOf day: Double, letters: Int) -> String? {
    guard let month = parts(ofDay: day)?.month else { return nil }
    guard letters > 2 else { return letters == 2 ? two(month) : "\(month)" }
    guard names.indices.contains(month - 1) else { return nil }
    return letters == 3 ? String(names[month - 1].prefix(3)) : names[month - 1]
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Returns a time of day or a length of time, as in `14:30` or `26:05:10`; `nil` if nothing is that long.
  static func text(ofTime days: Double) -> String? {
    guard (0...100_000).contains(days) else { return nil }
    let seconds = Int((days * 86_400).rounded())
    let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 > 0 ? [seconds % 60] : [])
    return parts.map(two).joined(separator: ":")
  }
}
