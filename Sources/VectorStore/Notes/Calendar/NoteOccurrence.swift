/// Days on which an event of a note takes place, a task is due, or somebody has a birthday.
package struct NoteOccurrence: Sendable, Hashable, Codable {
  package enum Kind: Int, Sendable, Hashable, Codable {
    case event, task, anniversary
  }

  /// The line that names it, from 1.
  package var line: Int
  /// The first and the last day.
  package var days: ClosedRange<Day>
  /// The minutes of the first and of the last day at which it begins and ends; `nil` for whole days.
  package var start: Int?
  package var end: Int?
  package var kind: Kind
  package var isCancelled: Bool

  package init(
    line: Int, days: ClosedRange<Day>, start: Int? = nil, end: Int? = nil, kind: Kind = .event,
    isCancelled: Bool = false
  ) {
    (self.line, self.days, self.start, self.end) = (line, days, start, end)
    (self.kind, self.isCancelled) = (kind, isCancelled)
  }

  /// Whether it is among what is asked of some days.
  package func isMeant(in days: ClosedRange<Day>) -> Bool {
    kind != .anniversary || Self.areAnniversariesMeant(in: days)
  }

  /// Birthdays are on some of the days of a month, but a longer time has everybody's.
  private static let longestSpanOfAnniversaries = 32

  /// Whether what is asked of some days may be on an anniversary.
  package static func areAnniversariesMeant(in days: ClosedRange<Day>) -> Bool {
    days.upperBound.number - days.lowerBound.number < longestSpanOfAnniversaries
  }
}
