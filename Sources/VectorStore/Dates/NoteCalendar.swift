/// The occurrences of the events, tasks and birthdays that a note has.
package struct NoteCalendar: Sendable, Hashable, Codable {
  /// The time zone in which its days begin, as it was given to the reader.
  package var timeZone: String
  /// The last day up to which the occurrences are known; `nil` if these are all.
  package var lastDay: Day?
  /// In the order of the note's lines.
  package var occurrences: [Occurrence]

  package init(timeZone: String, lastDay: Day?, occurrences: [Occurrence]) {
    (self.timeZone, self.lastDay, self.occurrences) = (timeZone, lastDay, occurrences)
  }
}
