import CICal
import NoteValues
import Foundation

/// A time zone of a calendar: one that the system knows, or one that the file describes by its rules.
enum CalendarZone {
  case known(TimeZone)
  case described(OpaquePointer)

  /// libical knows the rules of a zone up to this year. Those of later years are taken from 28 years before, which has
  /// the same days of the week.
  private static let lastYear = 2034
  private static let cycle = 28

  /// Returns the seconds that clocks are ahead of UTC at a moment, in seconds since 1970.
  func offset(at moment: Int) -> Int {
    switch self {
    case .known(let zone): return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    case .described(let zone):
      let clock = ClockTime(seconds: moment)
      let date = clock.day.parts
      let back = date.year > Self.lastYear ? (date.year - Self.lastYear + Self.cycle - 1) / Self.cycle : 0
      var time = ClockTime(
        day: Day(date.year - back * Self.cycle, date.month, date.day), second: clock.second
      ).libraryTime
      return Int(icaltimezone_get_utc_offset_of_utc_time(zone, &time, nil))
    }
  }

  /// Returns the moment at which clocks show a time: the first, if they show it twice. A time that they skip is taken
  /// as if they had not been put forward (RFC 5545, 3.3.5).
  func moment(of time: ClockTime) -> Int {
    let before = offset(at: time.seconds - ClockTime.secondsPerDay)
    let first = time.seconds - before
    guard offset(at: first) != before else { return first }
    let after = offset(at: time.seconds + ClockTime.secondsPerDay)
    let second = time.seconds - after
    return offset(at: second) == after ? second : first
  }

  /// Returns what clocks show at a moment.
  func time(at moment: Int) -> ClockTime { ClockTime(seconds: moment + offset(at: moment)) }
}

extension ClockTime {
  /// The time as libical has it, in no time zone.
  var libraryTime: icaltimetype {
    var time = icaltime_null_time()
    let parts = day.parts
    (time.year, time.month, time.day) = (Int32(parts.year), Int32(parts.month), Int32(parts.day))
    time.is_date = isWholeDay ? 1 : 0
    if let second {
      (time.hour, time.minute, time.second) = (Int32(second / 3600), Int32(second / 60 % 60), Int32(second % 60))
    }
    return time
  }

  init(_ time: icaltimetype) {
    self.init(
      day: Day(Int(time.year), Int(time.month), Int(time.day)),
      second: time.is_date != 0 ? nil : Int(time.hour) * 3600 + Int(time.minute) * 60 + Int(time.second))
  }
}
