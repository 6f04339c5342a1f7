import GRDB

/// The days that chunks are about by the headings above them. Chunks without any are about the days of their document.
enum ChunkDays {
  /// Stores the days of a document's chunks.
  static func store(_ sections: SectionDays, of document: Int64, in db: Database) throws {
    let chunks = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, first_line, last_line FROM chunks WHERE document = ?"),
      arguments: [document])
    let update = try db.cachedStatement(
      sql: "UPDATE chunks SET first_day = ?1, last_day = ?2 WHERE id = ?3 AND (first_day, last_day) IS NOT (?1, ?2)")
    for chunk in chunks {
      let (first, last): (Int, Int) = (try chunk.value(1), try chunk.value(2))
      let days = first <= last ? sections.days(of: first...last) : nil
      try update.execute(
        arguments: [days?.lowerBound.number, days?.upperBound.number, try chunk.value(0) as Int64])
    }
  }

  /// Adds the days of what is stored, in version 14.
  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE chunks ADD COLUMN first_day INTEGER;
        ALTER TABLE chunks ADD COLUMN last_day INTEGER;
        CREATE INDEX chunks_by_day ON chunks (first_day, last_day, document) WHERE first_day IS NOT NULL;
        DROP INDEX chunks_by_document;
        CREATE INDEX chunks_by_document ON chunks (document, slot, first_day);
        """)
    let documents = try Row.fetchAll(
      db,
      sql: """
        SELECT id, title FROM documents
        WHERE id IN (SELECT document FROM note_anchors WHERE level > 0 AND name GLOB '*[0-9][0-9][0-9][0-9]*')
        """)
    for document in documents {
      let id: Int64 = try document.value(0)
      let anchors = try Row.fetchAll(
        db, sql: "SELECT line, level, name FROM note_anchors WHERE document = ? ORDER BY ordinal", arguments: [id]
      ).map { NoteAnchor(line: try $0.value(0), level: try $0.value(1), name: try $0.value(2)) }
      try store(SectionDays(of: anchors, title: try document.value(1)), of: id, in: db)
    }
  }
}
