/// A rule by which an event repeats: `every month on the last Friday, 5 times`.
struct RecurrenceRule: Sendable, Hashable {
  private enum Unit: String {
    case day, week, month, year
  }

  /// A weekday, of a month perhaps only one: the last Friday.
  private struct Weekday: Hashable {
    /// From 1; of the last, −1. `nil` for each.
    var place: Int?
    var number: Int
  }

  /// The first day of the event.
  private var start: Day
  private var unit: Unit
  private var interval = 1
  private var weekdays: [Weekday] = []
  /// From 1; the last is −1.
  private var daysOfMonth: Set<Int> = []
  private var months: Set<Int> = []
  private var count: Int?
  /// The last day on which the event may happen; `nil` if it repeats for ever, or so many times.
  private(set) var last: Day?

  private static let longestInterval = 1000
  /// The most days from the first among which the occurrences of a rule are counted, 40 years.
  private static let countedDays = 40 * 366

  /// Reads a rule as `RecurrenceText` of `Converters` writes it; `nil` if a part of it is not known.
  init?(_ text: String, from start: Day) {
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)[...]
    guard words.popFirst() == "every" else { return nil }
    self.start = start
    if let number = words.first.flatMap({ Int($0) }) {
      guard (1...Self.longestInterval).contains(number) else { return nil }
      interval = number
      words.removeFirst()
    }
    guard let name = words.popFirst(), let unit = Unit(rawValue: name.hasSuffix("s") ? String(name.dropLast()) : name)
    else { return nil }
    self.unit = unit
    while let word = words.popFirst() {
      switch word {
      case "until":
        guard let day = words.popFirst().flatMap({ Day($0) }) else { return nil }
        last = day
        // The time of day, and its zone.
        words = words.drop { $0.contains(":") || $0 == "UTC" }
      case "in":
        while let month = words.first.flatMap({ CalendarNames.month($0.lowercased()) }) {
          months.insert(month)
          words = words.dropFirst().drop { $0 == "and" }
        }
      case "on":
        guard readDays(&words) else { return nil }
      default:
        guard let number = Int(word), words.popFirst() == "times" else { return nil }
        count = number
      }
    }
  }

  /// Reads `Monday and Friday`, `the last Friday`, `day 3 and the last day of the month`; returns whether all of it is
  /// known.
  private mutating func readDays(_ words: inout ArraySlice<String>) -> Bool {
    let places = ["first": 1, "second": 2, "third": 3, "last": -1]
    let before = (weekdays.count, daysOfMonth.count)
    while let word = words.first {
      if word == "and" {
        words.removeFirst()
      } else if word == "day", let number = words.dropFirst().first.flatMap({ Int($0) }) {
        guard (1...31).contains(number.magnitude) else { return false }
        daysOfMonth.insert(number)
        words.removeFirst(2)
      } else if word == "the", words.count > 2 {
        let (place, name) = (words[words.startIndex + 1], words[words.startIndex + 2])
        guard let number = places[place] else { return false }
        if name == "day" {
          daysOfMonth.insert(number)
        } else if let weekday = CalendarNames.weekday(name.lowercased()) {
          weekdays.append(Weekday(place: number, number: weekday))
        } else {
          return false
        }
        words.removeFirst(3)
      } else if let weekday = CalendarNames.weekday(word.lowercased()) {
        words.removeFirst()
        let place = words.first == "number" ? words.dropFirst().first.flatMap { Int($0) } : nil
        if let place {
          guard (1...5).contains(place.magnitude) else { return false }
          words.removeFirst(2)
        }
        weekdays.append(Weekday(place: place, number: weekday))
      } else {
        break
      }
    }
    if words.starts(with: ["of", "the", "month"]) { words.removeFirst(3) }
    return before != (weekdays.count, daysOfMonth.count)
  }

  /// Returns the days on which the event happens so often as the rule says; `nil` if it does not say how often.
  func occurrences(until latest: Day) -> Set<Day>? {
    guard let count else { return nil }
    var days: Set<Day> = []
    var day = start
    let end = min(latest, start.adding(days: Self.countedDays))
    while days.count < count, day <= end {
      if day == start || matches(day) { days.insert(day) }
      day = day.adding(days: 1)
    }
    return days
  }

  /// Whether the event happens on a day, however often it did before.
  func matches(_ day: Day) -> Bool {
    guard day >= start, last.map({ day <= $0 }) ?? true else { return false }
    if unit == .week, weekdays.isEmpty ? day.weekday != start.weekday : !isOnWeekday(day) { return false }
    let (own, first) = (day.parts, start.parts)
    guard months.isEmpty || months.contains(own.month) else { return false }
    switch unit {
    case .day:
      return (day.number - start.number) % interval == 0 && isOnWeekday(day) && isOnDayOfMonth(day)
    case .week:
      let weeks = (day.week.lowerBound.number - start.week.lowerBound.number) / 7
      return weeks % interval == 0
    case .month:
      let between = (own.year - first.year) * 12 + own.month - first.month
      return between % interval == 0 && isOnDay(day)
    case .year:
      guard (own.year - first.year) % interval == 0 else { return false }
      return (!months.isEmpty || own.month == first.month) && isOnDay(day)
    }
  }

  /// Whether a day of a month is one of the rule's: by its number, by its weekday, or as the first is.
  private func isOnDay(_ day: Day) -> Bool {
    if daysOfMonth.isEmpty, weekdays.isEmpty { return day.parts.day == start.parts.day }
    return isOnDayOfMonth(day) && isOnWeekday(day)
  }

  private func isOnDayOfMonth(_ day: Day) -> Bool {
    guard !daysOfMonth.isEmpty else { return true }
    let parts = day.parts
    let length = Day.length(ofMonth: parts.month, parts.year)
    return daysOfMonth.contains(parts.day) || daysOfMonth.contains(parts.day - length - 1)
  }

  private func isOnWeekday(_ day: Day) -> Bool {
    guard !weekdays.isEmpty else { return true }
    return weekdays.contains { weekday in
      guard weekday.number == day.weekday, let place = weekday.place else { return weekday.number == day.weekday }
      let parts = day.parts
      let length = Day.length(ofMonth: parts.month, parts.year)
      return place > 0 ? (parts.day - 1) / 7 + 1 == place : (length - parts.day) / 7 + 1 == -place
    }
  }
}
