public import NoteValues

/// How the events of calendars are looked at: in which time zone, and up to which day.
public struct CalendarView: Sendable, Hashable, Codable {
  /// The time zone in which days begin, as in `Europe/Berlin`.
  public var timeZone: String
  /// Whether a person chose the time zone; else the one that a calendar names for itself comes first.
  public var isChosen: Bool
  /// The last day on which occurrences are looked for.
  public var lastDay: Day

  /// The day from which occurrences are looked for if there are too many: a year before today.
  package var recentDay: Day { lastDay.adding(days: -11 * 366) }

  /// The end of 2039.
  public static let farDay = Day(2039, 12, 31)

  /// Creates a view; by default in UTC, up to the end of 2039.
  public init(timeZone: String = "UTC", isChosen: Bool = false, lastDay: Day = CalendarView.farDay) {
    (self.timeZone, self.isChosen, self.lastDay) = (timeZone, isChosen, lastDay)
  }
}
