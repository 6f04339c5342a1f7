import NoteValues

/// The days and times of an entry's occurrences, as the user's clocks show them.
struct OccurrenceTimes {
  /// Each with the line 0.
  private(set) var all: [Occurrence]
  /// The first, with what clocks show in its own zone if that is another: `2026-11-25 14:30 to 15:30 (08:30
  /// America/New_York)`.
  private(set) var text: String?

  init(of entry: CalendarEntry, _ series: CalendarSeries, in zones: CalendarZones) {
    let start = series.start
    let due = entry.isTask ? entry.first("DUE").flatMap { CalendarMoment($0.value, of: $0, zones) } : nil
    let length = Self.length(of: entry, from: start, zones)
    all = series.times.map { time in
      let begins = CalendarMoment(time: time, zone: start.zone)
      if let due { return Self.time(ofTaskAt: begins, due, first: start, zones.own) }
      return Self.time(from: begins, series.lengths[time] ?? length, zones.own)
    }
    if entry.first("DTSTART") != nil {
      text = Self.text(Self.time(from: start, length, zones.own), start, entry.first("DTSTART"), zones)
    }
  }

  private static func length(of entry: CalendarEntry, from start: CalendarMoment, _ zones: CalendarZones)
    -> CalendarLength
  {
    let isWhole = start.time.isWholeDay
    if let end = entry.first("DTEND").flatMap({ CalendarMoment($0.value, of: $0, zones, floating: start.zone) }) {
      return CalendarLength(from: start, to: end)
    }
    let duration = entry.first("DURATION").flatMap { CalendarLength($0.value, ofWholeDays: isWhole) }
    return duration ?? CalendarLength(ofWholeDays: isWhole)
  }

  private static func time(from start: CalendarMoment, _ length: CalendarLength, _ zone: CalendarZone) -> Occurrence {
    if start.time.isWholeDay {
      return Occurrence(line: 0, days: start.time.day...start.time.day.adding(days: max(1, length.days) - 1))
    }
    let first = zone.time(at: start.seconds)
    let end = length.end(from: start)
    guard end > start.seconds else { return Occurrence(line: 0, days: first.day...first.day, start: first.minute) }
    // What ends at midnight is not on the day that begins then.
    let last = max(first.day, zone.time(at: end - 1).day)
    return Occurrence(line: 0, days: first.day...last, start: first.minute, end: zone.time(at: end).minute)
  }

  /// Returns when a task is due that begins at a time.
  private static func time(
    ofTaskAt start: CalendarMoment, _ due: CalendarMoment, first: CalendarMoment, _ zone: CalendarZone
  ) -> Occurrence {
    if due.time.isWholeDay {
      let day = start.time.day.adding(days: due.time.day.number - first.time.day.number)
      return Occurrence(line: 0, days: day...day)
    }
    let time = zone.time(at: start.seconds + due.seconds - first.seconds)
    return Occurrence(line: 0, days: time.day...time.day, start: time.minute)
  }

  private static func text(
    _ time: Occurrence, _ start: CalendarMoment, _ line: ContentLine?, _ zones: CalendarZones
  ) -> String {
    let first = ClockTime(day: time.days.lowerBound, second: time.start.map { $0 * 60 })
    let last = ClockTime(day: time.days.upperBound, second: time.end.map { $0 * 60 })
    var text = first.text
    if last.day > first.day {
      text += " to \(last.text)"
    } else if !last.isWholeDay {
      text += " to \(last.timeText)"
    }
    // Where it takes place, clocks may show another time.
    if let id = line?.parameters["TZID"], let zone = zones.zone(id), !first.isWholeDay {
      let there = zone.time(at: start.seconds)
      if there != zones.own.time(at: start.seconds) { text += " (\(there.timeText) \(id))" }
    }
    return text
  }
}
