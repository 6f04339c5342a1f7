package import ForeignFormats
import Foundation
import VectorStore

extension CalendarView {
  /// For how many days from now on the occurrences of events are known: ten years.
  private static let daysAhead = 3653
  /// How many of these may pass before they are looked for again.
  private static let daysOfGrace = 366

  /// Returns the view from now on.
  ///
  /// - Parameter timeZone: The time zone that a person chose; `nil` for that of this machine.
  package static func fromNow(in timeZone: String? = nil) -> CalendarView {
    let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    return CalendarView(
      timeZone: timeZone ?? zone.identifier, isChosen: timeZone != nil,
      lastDay: Day(of: Date(), in: zone).adding(days: daysAhead))
  }

  /// The day up to which occurrences must be known now; those of calendars that were read long ago are not.
  var leastDay: Day { lastDay.adding(days: -Self.daysOfGrace) }

  /// What an index keeps of the time zone: also that of a calendar's own zone depends on whether it was chosen.
  var key: String { (isChosen ? "=" : "") + timeZone }
}
