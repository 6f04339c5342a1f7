import Foundation

/// A time of a calendar in its zone, or a whole day.
struct CalendarMoment {
  var time: ClockTime
  var zone: CalendarZone

  init(time: ClockTime, zone: CalendarZone) { (self.time, self.zone) = (time, zone) }

  /// In seconds since 1970; of a whole day, as if it began so in UTC.
  var seconds: Int { time.isWholeDay ? time.seconds : zone.moment(of: time) }

  /// Returns the time that a value of a line says.
  ///
  /// - Parameter floating: The zone of values that name none.
  init?(_ value: some StringProtocol, of line: ContentLine, _ zones: CalendarZones, floating: CalendarZone? = nil) {
    guard let time = ClockTime(value) else { return nil }
    self.time = time
    let named = line.parameters["TZID"].flatMap(zones.zone)
    zone = value.hasSuffix("Z") ? .known(.gmt) : named ?? floating ?? zones.own
  }

  /// Returns the times of a line with one or several.
  static func all(of line: ContentLine, _ zones: CalendarZones, floating: CalendarZone? = nil) -> [CalendarMoment] {
    line.value.split(separator: ",").compactMap { CalendarMoment($0, of: line, zones, floating: floating) }
  }

  /// Returns what clocks in another zone show.
  func time(in other: CalendarZone) -> ClockTime { time.isWholeDay ? time : other.time(at: seconds) }
}
