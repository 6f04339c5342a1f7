/// What precedes a file's bytes on the way to the program that converts it: a line of JSON.
public struct ConversionRequest: Sendable, Hashable, Codable {
  /// The file's name.
  public var name: String
  /// The number of bytes.
  public var count: Int

  /// Whether text on pages that are pictures is recognized.
  public var readsScans: Bool

  /// The seconds of processor time that it may take.
  public var seconds: Int
  /// How the events of calendars are looked at.
  public var calendar: CalendarView

  /// Creates a request.
  public init(
    name: String, count: Int, readsScans: Bool = false, seconds: Int = 300, calendar: CalendarView = CalendarView()
  ) {
    (self.name, self.count, self.readsScans, self.seconds) = (name, count, readsScans, seconds)
    self.calendar = calendar
  }
}
