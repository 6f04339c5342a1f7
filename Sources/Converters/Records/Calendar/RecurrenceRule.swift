import CICal
import NoteValues

/// A rule by which an event repeats (RFC 5545, 3.3.10), whose times libical finds.
///
/// Its end, by UNTIL or COUNT, is found here: calendars write these in forms that libical refuses.
struct RecurrenceRule {
  /// The times, from the first on.
  struct Times {
    var times: [ClockTime] = []
    /// Whether there are more after the last day on which they were looked for.
    var goOn = false
    /// Whether looking for more would have taken too long.
    var areCut = false
  }

  private enum Frequency: String {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    /// The shortest time between two occurrences, in seconds.
    var shortest: Int {
      switch self {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3600
      case .daily, .weekly, .monthly, .yearly: ClockTime.secondsPerDay
      }
    }
  }

  private let frequency: Frequency
  private var interval = 1
  private var count: Int?
  private var until: String?
  /// The number of an occurrence among those of its day or week: libical knows such numbers for months and years alone.
  private var positions: [Int] = []
  private var weekStart = 0
  /// The other parts, as libical reads them.
  private var parts: [String] = []

  /// Reads a rule; `nil` if it has no known frequency. Parts without a sound value are left out.
  init?(_ text: String, ofWholeDays: Bool) {
    let values = text.uppercased().split(separator: ";").compactMap { part -> (name: String, value: String)? in
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { return nil }
      return (sides[0].filter { !$0.isWhitespace }, sides[1].filter { !$0.isWhitespace })
    }
    guard let name = values.first(where: { $0.name == "FREQ" })?.value, let frequency = Frequency(rawValue: name),
      !ofWholeDays || frequency.shortest == ClockTime.secondsPerDay
    else { return nil }
    self.frequency = frequency
    for (name, value) in values {
      switch name {
      case "COUNT": count = Int(value).flatMap { $0 > 0 ? $0 : nil }
      case "UNTIL": until = value
      case "INTERVAL": interval = Int(value).flatMap { (1...9999).contains($0) ? $0 : nil } ?? 1
      case "WKST":
        weekStart = Self.weekdays.firstIndex(of: value) ?? 0
        parts.append("WKST=\(Self.weekdays[weekStart])")
      case "BYSETPOS" where frequency == .daily || frequency == .weekly:
        positions = value.split(separator: ",").compactMap { Int($0) }
      case "BYDAY" where frequency != .monthly && frequency != .yearly:
        // Only the days of a month or a year are numbered.
        parts.append("BYDAY=" + value.filter { $0.isLetter || $0 == "," })
      case "BYHOUR" where ofWholeDays, "BYMINUTE" where ofWholeDays, "BYSECOND" where ofWholeDays: continue
      case let name where name.hasPrefix("BY"): parts.append("\(name)=\(value)")
      default: continue
      }
    }
  }

  private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// Returns the times from the first on.
  ///
  /// - Parameters:
  ///   - zone: The zone that the times are of.
  ///   - budget: How many times may be looked at; libical looks at each to which a rule could apply.
  func times(from start: ClockTime, in zone: CalendarZone, _ budget: inout CalendarSeries.Budget) -> Times {
    var found = Times()
    let steps = budget.steps
    // What repeats within a day takes longer, and may find nothing.
    let isOften = frequency.shortest < ClockTime.secondsPerDay
    defer { budget.spend(isOften ? 4 * (parts.isEmpty ? found.times.count : steps) : found.times.count) }
    var last = ClockTime(day: budget.lastDay, second: start.isWholeDay ? nil : ClockTime.secondsPerDay - 1)
    let reachable = (isOften ? steps : .max).multipliedReportingOverflow(by: frequency.shortest * interval)
    if !reachable.overflow, start.seconds + reachable.partialValue < last.seconds {
      last = ClockTime(seconds: start.seconds + reachable.partialValue)
      found.areCut = true
    }
    var text = "FREQ=\(frequency.rawValue);INTERVAL=\(interval)"
    for part in parts { text += ";" + part }
    var rule = icalrecurrencetype_from_string(text)
    defer { icalrecurrencetype_clear(&rule) }
    rule.until = last.libraryTime
    let first = positions.isEmpty ? start : beginning(ofPeriodOf: start)
    guard rule.freq != ICAL_NO_RECURRENCE, let iterator = icalrecur_iterator_new(rule, first.libraryTime) else {
      return Times()
    }
    defer { icalrecur_iterator_free(iterator) }
    var lacksFirst = false
    if budget.isSpent, count == nil, positions.isEmpty, start.day < budget.recentDay {
      let recent = ClockTime(day: budget.recentDay, second: start.second)
      lacksFirst = icalrecur_iterator_set_start(iterator, recent.libraryTime) != 0
    }
    let isOver = end(in: zone, ofWholeDays: start.isWholeDay)
    var period: [ClockTime] = []
    /// Adds a time; returns whether more may follow.
    func add(_ time: ClockTime) -> Bool {
      guard time >= start else { return true }
      if isOver(time) { return false }
      found.times.append(time)
      return found.times.count < count ?? .max
    }
    /// Adds the times of a day or a week that are meant; returns whether more may follow.
    func addPeriod() -> Bool {
      let places = positions.map { $0 > 0 ? $0 - 1 : period.count + $0 }.filter(period.indices.contains)
      let meant = Set(places).sorted().map { period[$0] }
      period = []
      return meant.allSatisfy(add)
    }
    while found.times.count < steps {
      let next = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(next) == 0 else {
        let mayGoOn = positions.isEmpty || addPeriod()
        guard mayGoOn, !isOver(last) else { return Times(times: found.times, areCut: lacksFirst) }
        (found.goOn, found.areCut) = (true, found.areCut || lacksFirst)
        return found
      }
      var time = ClockTime(next)
      if start.isWholeDay { time.second = nil }
      if positions.isEmpty {
        guard add(time) else { return Times(times: found.times, areCut: lacksFirst) }
      } else {
        if let before = period.first, number(ofPeriodOf: before) != number(ofPeriodOf: time), !addPeriod() {
          return Times(times: found.times, areCut: lacksFirst)
        }
        period.append(time)
      }
    }
    (found.areCut, found.goOn) = (true, true)
    return found
  }

  /// Whether it ends before a first time.
  func isOver(before first: CalendarMoment) -> Bool {
    end(in: first.zone, ofWholeDays: first.time.isWholeDay)(first.time)
  }

  /// Returns whether a time is after the end of the rule.
  private func end(in zone: CalendarZone, ofWholeDays: Bool) -> (ClockTime) -> Bool {
    guard let until, let end = ClockTime(until) else { return { _ in false } }
    if ofWholeDays || end.isWholeDay { return { $0.day > end.day } }
    let last = until.hasSuffix("Z") ? end.seconds : zone.moment(of: end)
    return { zone.moment(of: $0) > last }
  }

  private func number(ofPeriodOf time: ClockTime) -> Int {
    guard frequency == .weekly else { return time.day.number }
    // 1 January 1970 was a Thursday.
    return Int((Double(time.day.number + 3 - weekStart) / 7).rounded(.down))
  }

  private func beginning(ofPeriodOf time: ClockTime) -> ClockTime {
    guard frequency == .weekly else { return ClockTime(day: time.day, second: time.second) }
    return ClockTime(day: Day(number: number(ofPeriodOf: time) * 7 - 3 + weekStart), second: time.second)
  }
}
