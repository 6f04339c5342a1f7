import GRDB

extension SQLiteStore {
  /// Returns the notes that have one of some names, folded by `NoteName.folded(_:)`: as title, as the name of their
  /// file, or as alias.
  package nonisolated func documents(called names: Set<String>) async throws -> [NamedDocument] {
    guard !names.isEmpty else { return [] }
    let sql = """
      SELECT document, written, name, folders.path, documents.path, kind
      FROM note_names JOIN documents ON documents.id = document JOIN folders ON folders.id = folder
      WHERE name IN (SELECT value FROM json_each(?)) ORDER BY document, kind
      """
    let list = try IndexRow.list(Array(names))
    return try await read { db, _ in
      try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [list]).map { row in
        NamedDocument(
          document: try row.value(0), written: try row.value(1), folded: try row.value(2), folder: try row.value(3),
          path: try row.value(4), isAlias: try row.value(5) == NoteNameKind.alias.rawValue)
      }
    }
  }

  package nonisolated func days(
    ofChunks ids: [Int64], near spans: [ClosedRange<Day>]
  ) async throws -> [Int64: ClosedRange<Day>] {
    let sql = """
      SELECT chunks.id, coalesce(chunks.first_day, documents.first_day), coalesce(chunks.last_day, documents.last_day)
      FROM chunks JOIN documents ON documents.id = document
      WHERE chunks.id IN (SELECT value FROM json_each(?))
        AND coalesce(chunks.first_day, documents.first_day) IS NOT NULL
      """
    return try await read { db, _ in
      var known: [Int64: ClosedRange<Day>] = [:]
      for span in spans {
        let found = try OccurrenceRows.occurrences(ofChunks: ids, in: span, in: db)
        known.merge(found.compactMapValues { $0.first { $0.isMeant(in: span) }?.days }) { first, _ in first }
      }
      return try Row.fetchAll(db, sql: sql, arguments: [IndexRow.list(ofNumbers: ids)]).reduce(into: known) {
        days, row in
        let id: Int64 = try row.value(0)
        if days[id] == nil { days[id] = try Self.days(row.value(1), row.value(2)) }
      }
    }
  }
}
