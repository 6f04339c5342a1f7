import Foundation

/// Days as workbooks count them.
enum SheetDate {
  /// The day 0 that makes days from March 1900 on right: Excel takes 1900 for a leap year.
  private static let dayZero = Date(timeIntervalSince1970: -2_209_161_600)

  /// Returns a day, and its time if it has one, as in `2026-11-25 14:30`; `nil` if no calendar has it.
  static func text(ofDay day: Double) -> String? {
    guard (1...2_958_465).contains(day) else { return nil }
    let seconds = (day * 86_400).rounded()
    let date = Date(timeInterval: seconds, since: dayZero)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let text = "\(year)-\(two(month))-\(two(day))"
    guard let hour = parts.hour, let minute = parts.minute, hour + minute > 0 else { return text }
    return "\(text) \(two(hour)):\(two(minute))"
  }

  /// Returns a day's month, as a number of one or two digits, or its name, short or long; `nil` if no calendar has it.
  ///
  /// - Parameter letters: How often a format has the letter for it (ECMA-376, 18.8.31).
  static func text(ofMonthOf day: Double, letters: Int) -> String? {
    guard (1...2_958_465).contains(day) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = Date(timeInterval: (day * 86_400).rounded(), since: dayZero)
    // January and February of 1900 are before day 61, which other days are counted from.
    let month = day < 61 ? (day < 32 ? 1 : 2) : calendar.component(.month, from: date)
    guard letters > 2 else { return letters == 2 && month < 10 ? "0\(month)" : "\(month)" }
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
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Returns the day some days later, both as in `2026-11-25`.
  static func day(_ day: String, later days: Int) -> String? {
    let style = Date.ISO8601FormatStyle().year().month().day()
    return (try? style.parse(day)).map { style.format($0.addingTimeInterval(Double(days) * 86_400)) }
  }
}
