/// What a note says of itself and of others: its other names, its properties, its date, its links, tasks, headings and
/// events.
package struct NoteShape: Sendable, Hashable, Codable {
  /// The names that the note has besides its title and its file's name.
  package var aliases: [String] = []
  /// The other keys of its front matter, in order.
  package var properties: [NoteProperty] = []
  /// The day that the note is about, or the days; `nil` if it does not say.
  package var dated: ClosedRange<Day>?
  /// The headings and the marked blocks, by line.
  package var anchors: [NoteAnchor] = []
  /// The links to other notes and files, by line.
  package var links: [NoteLink] = []
  /// The tasks, by line.
  package var tasks: [NoteTask] = []
  /// The occurrences of its events; `nil` if it has none.
  package var calendar: NoteCalendar?

  package init() {}
}
