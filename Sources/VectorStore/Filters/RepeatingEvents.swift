import GRDB

/// The events of calendars that repeat.
///
/// Their days are found when they are asked for, from the text of their chunks: an event that repeats for ever is on
/// more days than can be stored.
package struct RepeatingEvents: Sendable {
  private var events: [(chunk: Int64, recurrence: Recurrence)]

  /// - Parameter texts: The texts of chunks that may be of such events, by their ids.
  package init(texts: some Sequence<(Int64, String)>) {
    events = texts.compactMap { chunk, text in Recurrence(of: text).map { (chunk, $0) } }
  }

  /// The condition that a document is a calendar, which an index has.
  static let isOfCalendar = "documents.path LIKE '%.ics'"
  /// The condition that a chunk and its document must meet.
  private static let sql = """
    \(isOfCalendar) AND (instr(chunks.text, '- Repeats: ') > 0 OR instr(chunks.text, '- Also on: ') > 0)
    """

  init(in db: Database) throws {
    let sql = "SELECT chunks.id, chunks.text FROM documents JOIN chunks ON document = documents.id WHERE \(Self.sql)"
    try self.init(texts: Row.fetchAll(db.cachedStatement(sql: sql)).map { (try $0.value(0), try $0.value(1)) })
  }

  /// Returns the chunks of the events that are on one of some days.
  package func chunks(on days: ClosedRange<Day>) -> [Int64] {
    events.compactMap { $0.recurrence.occurrence(in: days) == nil ? nil : $0.chunk }
  }

  /// Returns the days of the first occurrence of events in one of some spans, by the ids of their chunks.
  ///
  /// - Parameter chunks: The chunks that are asked for.
  package func days(of chunks: Set<Int64>, in spans: [ClosedRange<Day>]) -> [Int64: ClosedRange<Day>] {
    events.reduce(into: [:]) { days, event in
      guard chunks.contains(event.chunk) else { return }
      days[event.chunk] = spans.lazy.compactMap { event.recurrence.occurrence(in: $0) }.first
    }
  }
}
