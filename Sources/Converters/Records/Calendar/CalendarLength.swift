import NoteValues

/// How long something takes: days, which may have 23 or 25 hours, and seconds.
struct CalendarLength: Hashable {
  var days = 0
  var seconds = 0

  /// The time from the beginning to the end of something. Whole days are at least one, and end before the last.
  init(from start: CalendarMoment, to end: CalendarMoment) {
    if start.time.isWholeDay {
      days = max(1, end.time.day.number - start.time.day.number + (end.time.second ?? 0 > 0 ? 1 : 0))
    } else {
      let last = end.time.isWholeDay ? start.zone.moment(of: end.time) : end.seconds
      seconds = max(0, last - start.seconds)
    }
  }

  /// Reads a duration (RFC 5545, 3.3.6), such as `P1DT2H30M`; `nil` if it is none, or none at all.
  init?(_ text: some StringProtocol, ofWholeDays: Bool) {
    guard let match = text.uppercased().wholeMatch(of: Self.pattern), text.count < 40 else { return nil }
    func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) }.map { min($0, Self.most) } ?? 0 }
    days = number(match.1) * 7 + number(match.2)
    seconds = number(match.3) * 3600 + number(match.4) * 60 + number(match.5)
    if ofWholeDays {
      let day = ClockTime.secondsPerDay
      (days, seconds) = (max(1, days + (seconds + day - 1) / day), 0)
    }
    guard days + seconds > 0 else { return nil }
  }

  /// The length of what says neither its end nor its duration.
  init(ofWholeDays: Bool) { days = ofWholeDays ? 1 : 0 }

  private static var pattern: Regex<(Substring, Substring?, Substring?, Substring?, Substring?, Substring?)> {
    /\+?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?/
  }
  private static let most = 1_000_000

  /// Returns the moment, in seconds since 1970, at which something ends.
  func end(from start: CalendarMoment) -> Int {
    var last = start
    last.time.day = last.time.day.adding(days: days)
    return last.seconds + seconds
  }
}
