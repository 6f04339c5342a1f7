import Postgres
import VectorStore

/// How occurrences are read from rows and written to them.
enum OccurrenceRow {
  static let columns = """
    note_occurrences.line, note_occurrences.first_day, note_occurrences.last_day, start_minute, end_minute, kind,
    is_cancelled
    """
  /// The condition that a chunk names what an occurrence is of.
  static let isOfChunk = """
    note_occurrences.document = chunks.document AND line BETWEEN chunks.first_line AND chunks.last_line
    """

  static func occurrence(_ row: PostgresRow) throws -> Occurrence {
    let (first, last): (Int, Int) = (try row.read(1), try row.read(2))
    return Occurrence(
      line: try row.read(0), days: Day(number: first)...Day(number: max(first, last)), start: try row.read(3),
      end: try row.read(4), kind: Occurrence.Kind(rawValue: try row.read(5)) ?? .event,
      isCancelled: try row.read(6))
  }

  /// Returns the statements that store the occurrences of a note, replacing what is known.
  static func statements(storing calendar: NoteCalendar?, of id: Int64, in folder: Int64) -> [PostgresStatement] {
    var sql: [SQLText] = OccurrencesMigration.tables.map {
      "DELETE FROM rag.\(verbatim: $0) WHERE document = \(.id(id))"
    }
    guard let calendar else { return sql.map(\.statement) }
    sql.append(
      """
      INSERT INTO rag.note_calendars VALUES (\(.id(id)), \(.id(folder)), \(.text(calendar.timeZone)),
        \(.int(calendar.lastDay?.number)))
      """)
    for (ordinal, found) in calendar.occurrences.enumerated() {
      sql.append(
        """
        INSERT INTO rag.note_occurrences VALUES (\(.id(id)), \(.id(folder)), \(.int(ordinal)), \(.int(found.line)),
          \(.int(found.days.lowerBound.number)), \(.int(found.days.upperBound.number)), \(.int(found.start)),
          \(.int(found.end)), \(.int(found.kind.rawValue)), \(verbatim: found.isCancelled ? "true" : "false"))
        """)
    }
    return sql.map(\.statement)
  }
}
