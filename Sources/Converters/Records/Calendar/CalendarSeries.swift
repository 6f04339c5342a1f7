import NoteValues

/// The times at which an entry of a calendar takes place, without those that have an entry of their own.
struct CalendarSeries {
  /// How much of the entries that repeat is looked for in a file.
  struct Budget {
    let lastDay: Day
    /// The most occurrences of an entry: 50 years of days.
    static let mostOfEntry = 20_000
    /// The most times of a rule that are looked at: an hour of each day in 20 years.
    private static let mostSteps = 200_000
    /// What is left of the times of a file.
    private var left = 2_000_000
    /// What a rule may look at if nothing is left.
    private let least: Int

    init(lastDay: Day, repeating count: Int) {
      self.lastDay = lastDay
      least = min(800, max(1, left / max(1, count)))
    }

    /// What a rule may look at.
    var steps: Int { min(Self.mostSteps, max(left, least)) }
    /// The day from which occurrences are looked for if that is not enough: a year before today.
    var recentDay: Day { lastDay.adding(days: -11 * 366) }
    /// Whether what repeats for a long time is looked for from then on alone.
    var isSpent: Bool { left < Self.mostSteps }

    mutating func spend(_ steps: Int) { left = max(0, left - steps) }
  }

  /// When it takes place first.
  private(set) var start: CalendarMoment
  /// The days of the times that are known, in order.
  private(set) var times: [ClockTime]
  /// The lengths of times that have their own.
  private(set) var lengths: [ClockTime: CalendarLength] = [:]
  private(set) var goesOn = false
  /// Whether not all times are known.
  private(set) var isCut = false

  /// Returns the series of an entry; `nil` if it does not say when it takes place.
  init?(of entry: CalendarEntry, _ zones: CalendarZones, _ budget: inout Budget) {
    guard let first = Self.start(of: entry, zones) else { return nil }
    start = first
    times = [first.time]
    guard entry.repeats else { return }
    var found: Set<ClockTime> = []
    var isOver = false
    for text in entry.rules {
      guard let rule = RecurrenceRule(text, ofWholeDays: first.time.isWholeDay) else { continue }
      let times = rule.times(from: first.time, in: first.zone, &budget)
      found.formUnion(times.times)
      (goesOn, isCut) = (goesOn || times.goOn, isCut || times.areCut)
      if rule.isOver(before: first) { isOver = true }
    }
    // What is over before it begins never takes place: so some programs mark what was deleted.
    if !isOver || !found.isEmpty { found.insert(first.time) }
    for line in entry.all("RDATE") { found.formUnion(addedTimes(line, zones)) }
    for line in entry.all("EXDATE") {
      let excluded = Times(CalendarMoment.all(of: line, zones, floating: first.zone), in: first)
      found = found.filter { !excluded.contain($0, in: first) }
    }
    times = found.sorted()
    cut(to: Budget.mostOfEntry, recentDay: budget.recentDay)
  }

  /// When an entry takes place first; of a task without a beginning, when it is due.
  static func start(of entry: CalendarEntry, _ zones: CalendarZones) -> CalendarMoment? {
    let line = entry.first("DTSTART") ?? entry.first("DUE")
    return line.flatMap { CalendarMoment($0.value, of: $0, zones) }
  }

  /// Keeps the occurrences from a recent day on if there are too many.
  mutating func cut(to most: Int, recentDay: Day) {
    guard times.count > most else { return }
    let recent = times.drop { $0.day < recentDay }
    times = Array(recent.isEmpty ? times.suffix(most) : recent.prefix(most))
    isCut = true
  }

  private mutating func addedTimes(_ line: ContentLine, _ zones: CalendarZones) -> [ClockTime] {
    line.value.split(separator: ",").compactMap { value in
      let parts = value.split(separator: "/", maxSplits: 1)
      guard let moment = parts.first.flatMap({ CalendarMoment($0, of: line, zones, floating: start.zone) }) else {
        return nil
      }
      let time =
        start.time.isWholeDay ? ClockTime(day: moment.time.day) : moment.time(in: start.zone)
      if parts.count > 1 {
        let end = CalendarMoment(parts[1], of: line, zones, floating: start.zone)
        lengths[time] = end.map { CalendarLength(from: moment, to: $0) } ?? CalendarLength(parts[1], ofWholeDays: false)
      }
      return time
    }
  }

  /// Takes out the times that have entries of their own.
  mutating func remove(_ changed: [CalendarMoment]) {
    let own = Times(changed, in: start)
    times.removeAll { own.contain($0, in: start) }
  }

  /// Takes out the times from a moment on, and returns them.
  mutating func removeLater(than moment: CalendarMoment) -> [ClockTime] {
    let place = times.firstIndex { time in
      start.time.isWholeDay || moment.time.isWholeDay
        ? time.day >= moment.time.day : start.zone.moment(of: time) >= moment.seconds
    }
    guard let place else { return [] }
    defer { times.removeSubrange(place...) }
    return Array(times[place...])
  }

  /// Takes place at the times of another series from a moment on, as much earlier or later as at the first of them.
  mutating func follow(_ other: CalendarSeries, at later: [ClockTime], from moment: CalendarMoment) {
    // It has rules of its own.
    guard times.count < 2 else { return }
    start = CalendarMoment(time: start.time(in: other.start.zone), zone: other.start.zone)
    let shift = start.time.seconds - moment.time(in: start.zone).seconds
    let moved = later.map { time in
      let new = ClockTime(seconds: time.seconds + shift)
      return start.time.isWholeDay ? ClockTime(day: new.day) : new
    }
    times = Set(moved + [start.time]).sorted()
    (goesOn, isCut) = (other.goesOn, other.isCut)
  }

  /// Some times of a series, which a calendar may write in any zone, or as days.
  private struct Times {
    private var days: Set<Day>
    private var seconds: Set<Int>

    init(_ moments: [CalendarMoment], in start: CalendarMoment) {
      let areDays = start.time.isWholeDay
      days = Set(moments.filter { areDays || $0.time.isWholeDay }.map(\.time.day))
      seconds = areDays ? [] : Set(moments.filter { !$0.time.isWholeDay }.map(\.seconds))
    }

    func contain(_ time: ClockTime, in start: CalendarMoment) -> Bool {
      days.contains(time.day) || !seconds.isEmpty && seconds.contains(start.zone.moment(of: time))
    }
  }
}
