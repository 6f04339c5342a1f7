import NoteValues

/// A time as the clock and the calendar on a wall show it, or a whole day.
struct ClockTime: Hashable, Comparable {
  var day: Day
  /// Of the day; `nil` for a whole day.
  var second: Int?

  static let secondsPerDay = 86_400

  init(day: Day, second: Int? = nil) { (self.day, self.second) = (day, second) }

  /// - Parameter seconds: The seconds that such clocks count since 1970.
  init(seconds: Int) {
    day = Day(number: Int((Double(seconds) / Double(Self.secondsPerDay)).rounded(.down)))
    second = seconds - day.number * Self.secondsPerDay
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
    self = ClockTime(seconds: day.number * Self.secondsPerDay + hour * 3600 + minute * 60 + min(second, 59))
  }

  private static func digits(of text: some StringProtocol) -> [Int] { text.compactMap(\.wholeNumberValue) }

  private static func day(_ digits: [Int]) -> Day? {
    guard digits.count == 8 else { return nil }
    let year = digits[..<4].reduce(0) { $0 * 10 + $1 }
    return Day(year: year, month: digits[4] * 10 + digits[5], day: digits[6] * 10 + digits[7])
  }

  /// The seconds that such clocks count since 1970.
  var seconds: Int { day.number * Self.secondsPerDay + (second ?? 0) }
  /// The minute of the day.
  var minute: Int? { second.map { $0 / 60 } }
  var isWholeDay: Bool { second == nil }

  static func < (left: ClockTime, right: ClockTime) -> Bool { left.seconds < right.seconds }

  /// The time as in `14:30`; empty for a whole day.
  var timeText: String { minute.map(Occurrence.clock) ?? "" }
  /// The day and the time.
  var text: String { isWholeDay ? "\(day)" : "\(day) \(timeText)" }
}
