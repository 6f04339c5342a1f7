import GRDB

/// The rows of the days on which events take place, tasks are due and birthdays are.
enum OccurrenceRows {
  /// What makes the tables.
  static let schema = """
    CREATE TABLE note_calendars (
      document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      time_zone TEXT NOT NULL,
      last_day INTEGER
    );
    CREATE TABLE note_occurrences (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      line INTEGER NOT NULL,
      first_day INTEGER NOT NULL,
      last_day INTEGER NOT NULL,
      start INTEGER,
      end INTEGER,
      kind INTEGER NOT NULL,
      is_cancelled INTEGER NOT NULL,
      PRIMARY KEY (document, ordinal)
    ) WITHOUT ROWID;
    CREATE INDEX occurrences_by_day ON note_occurrences (first_day, kind, document, line);
    CREATE INDEX long_occurrences ON note_occurrences (last_day, first_day, kind, document, line)
      WHERE last_day > first_day;
    CREATE INDEX occurrences_by_line ON note_occurrences (document, line);
    """

  static let tables = ["note_calendars", "note_occurrences"]

  /// Stores the occurrences of a note.
  static func store(_ calendar: NoteCalendar?, of id: Int64, in db: Database) throws {
    guard let calendar else { return }
    try db.cachedStatement(sql: "INSERT INTO note_calendars VALUES (?, ?, ?)")
      .execute(arguments: [id, calendar.timeZone, calendar.lastDay?.number])
    let insert = try db.cachedStatement(sql: "INSERT INTO note_occurrences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (ordinal, occurrence) in calendar.occurrences.enumerated() {
      try insert.execute(
        arguments: [
          id, ordinal, occurrence.line, occurrence.days.lowerBound.number, occurrence.days.upperBound.number,
          occurrence.start, occurrence.end, occurrence.kind.rawValue, occurrence.isCancelled,
        ])
    }
  }

  /// Returns the occurrences of a note; `nil` if it has no events.
  static func calendar(of id: Int64, in db: Database) throws -> NoteCalendar? {
    let known = try db.cachedStatement(sql: "SELECT time_zone, last_day FROM note_calendars WHERE document = ?")
    guard let row = try Row.fetchOne(known, arguments: [id]) else { return nil }
    let lastDay: Int? = try row.value(1)
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT \(columns) FROM note_occurrences WHERE document = ? ORDER BY ordinal"),
      arguments: [id])
    return NoteCalendar(
      timeZone: try row.value(0), lastDay: lastDay.map(Day.init(number:)), occurrences: try rows.map(occurrence))
  }

  /// Returns the chunks with something that takes place on one of some days. Of a long time, birthdays are left out.
  static func chunks(on days: ClosedRange<Day>, in db: Database) throws -> [Int64] {
    // What takes a day is looked up by its first, what takes longer by its last.
    let sql = """
      SELECT DISTINCT chunks.id FROM (
        SELECT document, line, kind FROM note_occurrences WHERE first_day BETWEEN ?1 AND ?2
        UNION ALL
        SELECT document, line, kind FROM note_occurrences
        WHERE last_day > first_day AND last_day >= ?1 AND first_day < ?1
      ) AS found CROSS JOIN chunks
      ON chunks.document = found.document AND found.line BETWEEN first_line AND chunks.last_line
      WHERE kind <> ?3
      """
    let left = Occurrence.areAnniversariesMeant(in: days) ? -1 : Occurrence.Kind.anniversary.rawValue
    return try Int64.fetchAll(
      db.cachedStatement(sql: sql), arguments: [days.lowerBound.number, days.upperBound.number, left])
  }

  /// Returns the occurrences that chunks have on some days, by the ids of the chunks, in the order of their days.
  static func occurrences(
    ofChunks ids: [Int64], in days: ClosedRange<Day>, in db: Database
  ) throws -> [Int64: [Occurrence]] {
    let sql = """
      SELECT \(columns), chunks.id FROM json_each(?) AS wanted CROSS JOIN chunks ON chunks.id = wanted.value
      CROSS JOIN note_occurrences
      ON note_occurrences.document = chunks.document AND line BETWEEN chunks.first_line AND chunks.last_line
      WHERE note_occurrences.first_day <= ? AND note_occurrences.last_day >= ?
      ORDER BY note_occurrences.first_day, start, note_occurrences.ordinal
      """
    let arguments: StatementArguments = [
      IndexRow.list(ofNumbers: ids), days.upperBound.number, days.lowerBound.number,
    ]
    return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).reduce(into: [:]) { found, row in
      found[try row.value(7), default: []].append(try occurrence(row))
    }
  }

  private static let columns = """
    note_occurrences.line, note_occurrences.first_day, note_occurrences.last_day, start, end, kind, is_cancelled
    """

  private static func occurrence(_ row: Row) throws -> Occurrence {
    let (first, last): (Int, Int) = (try row.value(1), try row.value(2))
    return Occurrence(
      line: try row.value(0), days: Day(number: first)...Day(number: max(first, last)), start: try row.value(3),
      end: try row.value(4), kind: Occurrence.Kind(rawValue: try row.value(5)) ?? .event,
      isCancelled: try row.value(6))
  }
}

extension SQLiteStore {
  package nonisolated func occurrences(
    ofChunks ids: [Int64], in days: ClosedRange<Day>
  ) async throws -> [Int64: [Occurrence]] {
    try await read { db, _ in try OccurrenceRows.occurrences(ofChunks: ids, in: days, in: db) }
  }

  package func paths(ofOccurrencesUnknownOn day: Day, in folder: String) throws -> Set<String> {
    try paths(ofCalendarsWhere: "note_calendars.last_day < ?", day.number, in: folder)
  }

  package func paths(ofOtherTimeZoneThan timeZone: String, in folder: String) throws -> Set<String> {
    try paths(ofCalendarsWhere: "note_calendars.time_zone <> ?", timeZone, in: folder)
  }

  private func paths(
    ofCalendarsWhere condition: String, _ value: some DatabaseValueConvertible, in folder: String
  ) throws -> Set<String> {
    try searching.read { db, _ in
      Set(
        try String.fetchAll(
          db,
          sql: """
            SELECT documents.path FROM note_calendars JOIN documents ON documents.id = document
            JOIN folders ON folders.id = folder WHERE folders.path = ? AND \(condition)
            """, arguments: [folder, value]))
    }
  }
}
