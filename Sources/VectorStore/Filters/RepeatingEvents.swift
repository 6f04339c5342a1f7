import GRDB

/// The events of calendars that repeat, and the birthdays and anniversaries of contacts.
///
/// Their days are found when they are asked for, from the text of their chunks: an event that repeats for ever is on
/// more days than can be stored.
package struct RepeatingEvents: Sendable {
  private var events: [(chunk: Int64, recurrence: Recurrence)]

  /// The most days of a span that has birthdays, a month and a day: everybody's is in each year.
  package static let longestSpanOfBirthdays = 32

  /// - Parameter chunks: The ids of chunks that may be of such events, the paths of their files, and their texts.
  package init(chunks: some Sequence<(id: Int64, path: String, text: String)>) {
    events = chunks.flatMap { id, path, text in
      let isOfContact = path.lowercased().hasSuffix(".vcf")
      let found = isOfContact ? Recurrence.all(ofContact: text) : [Recurrence(of: text)].compactMap(\.self)
      return found.map { (id, $0) }
    }
  }

  /// The condition that a document is of calendars or contacts, which an index has.
  static let isOfRecords = "(documents.path LIKE '%.ics' OR documents.path LIKE '%.vcf')"
  /// What one of these is in the text of such a chunk.
  package static let marks = ["- Repeats: ", "- Also on: "] + Recurrence.anniversaries.map { "- " + $0 }

  init(in db: Database) throws {
    let isOfEvent = Self.marks.map { "instr(chunks.text, '\($0)') > 0" }.joined(separator: " OR ")
    // A cross join, or SQLite reads the texts of all chunks before it looks at their documents.
    let sql = """
      SELECT chunks.id, documents.path, chunks.text FROM documents CROSS JOIN chunks ON document = documents.id
      WHERE \(Self.isOfRecords) AND (\(isOfEvent))
      """
    try self.init(
      chunks: Row.fetchAll(db.cachedStatement(sql: sql)).map { (try $0.value(0), try $0.value(1), try $0.value(2)) })
  }

  /// Returns the chunks of the events that are on one of some days.
  package func chunks(on days: ClosedRange<Day>) -> [Int64] {
    var chunks: [Int64] = []
    for event in events where chunks.last != event.chunk {
      if Self.days(of: event.recurrence, in: days) != nil { chunks.append(event.chunk) }
    }
    return chunks
  }

  /// Returns the days of the first occurrence of events in one of some spans, by the ids of their chunks.
  ///
  /// - Parameter chunks: The chunks that are asked for.
  package func days(of chunks: Set<Int64>, in spans: [ClosedRange<Day>]) -> [Int64: ClosedRange<Day>] {
    events.reduce(into: [:]) { days, event in
      guard chunks.contains(event.chunk), days[event.chunk] == nil else { return }
      days[event.chunk] = spans.lazy.compactMap { Self.days(of: event.recurrence, in: $0) }.first
    }
  }

  private static func days(of event: Recurrence, in span: ClosedRange<Day>) -> ClosedRange<Day>? {
    let isTooLong = span.upperBound.number - span.lowerBound.number >= longestSpanOfBirthdays
    return event.isAnniversary && isTooLong ? nil : event.occurrence(in: span)
  }
}
