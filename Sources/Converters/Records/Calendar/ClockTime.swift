/// A time as the clock and the calendar on a wall show it, or a whole day.
struct ClockTime: Hashable, Comparable {
  /// Counted from 1 January 1970.
  var day: Int
  /// Of the day; `nil` for a whole day.
  var second: Int?

  static let secondsPerDay = 86_400

  init(day: Int, second: Int? = nil) { (self.day, self.second) = (day, second) }

  /// - Parameter seconds: The seconds that such clocks count since 1970.
  init(seconds: Int) {
    day = Int((Double(seconds) / Double(Self.secondsPerDay)).rounded(.down))
    second = seconds - day * Self.secondsPerDay
  }

  /// Reads a time as iCalendar writes it, `20261125T143000Z`, or with the signs of ISO 8601; `nil` if it is none.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard let date = parts.first, let day = Self.day(Self.digits(of: date)) else { return nil }
    self.day = day
    guard parts.count > 1 else { return }
    let time = Self.digits(of: parts[1])
    guard time.count >= 4 else { return nil }
    let (hour, minute) = (time[0] * 10 + time[1], time[2] * 10 + time[3])
    let second = time.count >= 6 ? time[4] * 10 + time[5] : 0
    guard hour <= 24, minute < 60, second <= 60 else { return nil }
    self = ClockTime(seconds: day * Self.secondsPerDay + hour * 3600 + minute * 60 + min(second, 59))
  }

  private static func digits(of text: some StringProtocol) -> [Int] { text.compactMap(\.wholeNumberValue) }

  /// Returns the day of eight digits. From March on, the days before a month do not depend on the year: Howard Hinnant,
  /// "chrono-Compatible Low-Level Date Algorithms".
  private static func day(_ digits: [Int]) -> Int? {
    guard digits.count == 8 else { return nil }
    let year = digits[..<4].reduce(0) { $0 * 10 + $1 }
    let (month, day) = (digits[4] * 10 + digits[5], digits[6] * 10 + digits[7])
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let time = ClockTime(year: year, month: month, day: day)
    // 30 February is 2 March.
    return time.date.month == month ? time.day : nil
  }

  init(year: Int, month: Int, day: Int, second: Int? = nil) {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    self.day = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    self.second = second
  }

  /// The year, the month and the day, by the same algorithm.
  var date: (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The seconds that such clocks count since 1970.
  var seconds: Int { day * Self.secondsPerDay + (second ?? 0) }
  /// The minute of the day.
  var minute: Int? { second.map { $0 / 60 } }
  var isWholeDay: Bool { second == nil }

  static func < (left: ClockTime, right: ClockTime) -> Bool { left.seconds < right.seconds }

  /// The day as in `2026-11-25`.
  var dayText: String {
    let (year, month, day) = date
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + Self.two(month) + "-"
      + Self.two(day)
  }

  /// The time as in `14:30`; empty for a whole day.
  var timeText: String { minute.map { Self.two($0 / 60) + ":" + Self.two($0 % 60) } ?? "" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
