import GRDB

/// The days that chunks are about by the headings above them. Chunks without any are about the days of their document.
enum ChunkDays {
  /// Adds the days of what is stored, in version 14.
  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE chunks ADD COLUMN first_day INTEGER;
        ALTER TABLE chunks ADD COLUMN last_day INTEGER;
        CREATE INDEX chunks_by_day ON chunks (first_day, last_day, document) WHERE first_day IS NOT NULL;
        """)
    let documents = try Int64.fetchAll(db, sql: "SELECT DISTINCT document FROM note_anchors WHERE level > 0")
    let update = try db.makeStatement(sql: "UPDATE chunks SET first_day = ?, last_day = ? WHERE id = ?")
    for document in documents {
      let anchors = try Row.fetchAll(
        db, sql: "SELECT line, level, name FROM note_anchors WHERE document = ? ORDER BY ordinal", arguments: [document]
      ).map { NoteAnchor(line: try $0.value(0), level: try $0.value(1), name: try $0.value(2)) }
      let sections = SectionDays(of: anchors)
      guard !sections.isEmpty else { continue }
      let chunks = try Row.fetchAll(
        db, sql: "SELECT id, first_line, last_line FROM chunks WHERE document = ?", arguments: [document])
      for chunk in chunks {
        let (id, first, last): (Int64, Int, Int) = (try chunk.value(0), try chunk.value(1), try chunk.value(2))
        guard first <= last, let days = sections.days(of: first...last) else { continue }
        try update.execute(arguments: [days.lowerBound.number, days.upperBound.number, id])
      }
    }
  }
}
