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
}
