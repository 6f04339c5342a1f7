import Postgres
import VectorStore

/// Version 2: the days that chunks are about by the headings above them (`SectionDays`).
enum SectionDaysMigration {
  static let statements: [PostgresStatement] = [
    "ALTER TABLE rag.chunks ADD COLUMN first_day bigint, ADD COLUMN last_day bigint",
    "CREATE INDEX chunks_by_day ON rag.chunks (first_day, last_day) WHERE first_day IS NOT NULL",
  ]

  /// The tables of which the rows of all owners are read and changed.
  private static let tables = ["folders", "note_anchors", "chunks"]

  /// Finds the days of what version 1 stored. Only the owner of the tables can add columns, and row-level security does
  /// not bind it if it is not forced.
  static func fill(_ connection: PostgresConnection) async throws {
    func force(_ word: String) async throws {
      for table in tables {
        _ = try await connection.query(PostgresStatement("ALTER TABLE rag.\(table) \(word) ROW LEVEL SECURITY"))
      }
    }
    try await force("NO FORCE")
    var anchors: [Int64: [NoteAnchor]] = [:]
    let headings: PostgresStatement =
      "SELECT document, line, level, name FROM rag.note_anchors WHERE level > 0 ORDER BY document, ordinal"
    for row in try await connection.query(headings) {
      let anchor = NoteAnchor(line: try row.read(1), level: try row.read(2), name: try row.note(3))
      anchors[try DocumentRows.id(row, 0), default: []].append(anchor)
    }
    for (document, anchors) in anchors {
      let sections = SectionDays(of: anchors)
      guard !sections.isEmpty else { continue }
      let chunks: SQLText = "SELECT id, first_line, last_line FROM rag.chunks WHERE document = \(.id(document))"
      var updates: [PostgresStatement] = []
      for row in try await connection.query(chunks.statement) {
        let (first, last): (Int, Int) = (try row.read(1), try row.read(2))
        guard first <= last, let days = sections.days(of: first...last) else { continue }
        let update: SQLText = """
          UPDATE rag.chunks SET first_day = \(.int(days.lowerBound.number)), last_day = \(.int(days.upperBound.number))
          WHERE id = \(.id(try DocumentRows.id(row, 0)))
          """
        updates.append(update.statement)
      }
      _ = try await connection.pipeline(updates)
    }
    try await force("FORCE")
  }
}
