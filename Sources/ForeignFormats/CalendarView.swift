/// How the events of calendars are looked at: in which time zone, and up to which day.
public struct CalendarView: Sendable, Hashable, Codable {
  /// The time zone in which days begin, as in `Europe/Berlin`.
  public var timeZone: String
  /// Whether a person chose the time zone; else the one that a calendar names for itself comes first.
  public var isChosen: Bool
  /// The last day on which occurrences are looked for, counted from 1 January 1970.
  public var lastDay: Int

  /// Creates a view; by default in UTC, up to the end of 2039.
  public init(timeZone: String = "UTC", isChosen: Bool = false, lastDay: Int = 25_566) {
    (self.timeZone, self.isChosen, self.lastDay) = (timeZone, isChosen, lastDay)
  }
}
