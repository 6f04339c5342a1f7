import GRDB

extension SQLiteStore {
  /// Returns what a note says of itself, as indexed; `nil` if the index has no such document.
  package nonisolated func shape(ofDocument path: String, in folder: String) async throws -> NoteShape? {
    try await read { db, _ in
      let found = try Row.fetchOne(
        db,
        sql: """
          SELECT documents.id, first_day, last_day FROM documents JOIN folders ON folders.id = folder
          WHERE folders.path = ? AND documents.path = ?
          """, arguments: [folder, path])
      guard let found else { return nil }
      return try Self.shape(of: found.value(0), days: Self.days(found.value(1), found.value(2)), in: db)
    }
  }

  /// Returns the documents that pass a filter, with what they say of themselves, in no order.
  package nonisolated func entries(where filter: SearchFilter) async throws -> [DescribedNote] {
    let documents = try await documents(where: filter, from: 0, limit: .max).documents
    return try await read { db, _ in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT folders.path, documents.path, documents.id, first_day, last_day
          FROM documents JOIN folders ON folders.id = folder
          """)
      let known = try rows.reduce(into: [:]) { known, row in
        known["\(try row.value(0) as String)/\(try row.value(1) as String)"] = row
      }
      return try documents.compactMap { document in
        guard let row = known["\(document.folder)/\(document.path)"] else { return nil }
        let days = try Self.days(row.value(3), row.value(4))
        return DescribedNote(document: document, shape: try Self.shape(of: row.value(2), days: days, in: db))
      }
    }
  }

  /// Returns what the note with an id says of itself.
  static func shape(of id: Int64, in db: Database) throws -> NoteShape? {
    let statement = try db.cachedStatement(sql: "SELECT first_day, last_day FROM documents WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
    return try shape(of: id, days: days(row.value(0), row.value(1)), in: db)
  }

  private static func shape(of id: Int64, days: ClosedRange<Day>?, in db: Database) throws -> NoteShape {
    var shape = NoteShape()
    shape.aliases = try ShapeRows.aliases(of: id, in: db)
    shape.dated = days
    shape.properties = try Row.fetchAll(
      db, sql: "SELECT key, value FROM note_properties WHERE document = ? ORDER BY ordinal", arguments: [id]
    ).map { NoteProperty(key: try $0.value(0), value: try $0.value(1)) }
    shape.anchors = try Row.fetchAll(
      db, sql: "SELECT line, level, name FROM note_anchors WHERE document = ? ORDER BY ordinal", arguments: [id]
    ).map { NoteAnchor(line: try $0.value(0), level: try $0.value(1), name: try $0.value(2)) }
    shape.links = try Row.fetchAll(
      db, sql: "SELECT \(Self.linkColumns) FROM note_links WHERE document = ? ORDER BY ordinal", arguments: [id]
    ).map { try Self.link($0) }
    shape.tasks = try Row.fetchAll(
      db, sql: "SELECT \(Self.taskColumns) FROM note_tasks WHERE document = ? ORDER BY line", arguments: [id]
    ).map { try Self.task($0) }
    shape.calendar = try OccurrenceRows.calendar(of: id, in: db)
    return shape
  }

  package nonisolated func propertyKeys() async throws -> [String] {
    try await read { db, _ in
      try String.fetchAll(db, sql: "SELECT min(key) FROM note_properties GROUP BY folded ORDER BY folded")
    }
  }

  /// Returns all links of the notes, by folder, path and line.
  package nonisolated func allLinks() async throws -> [FoundLink] {
    let sql = """
      SELECT \(Self.linkColumns), folders.path, documents.path
      FROM note_links JOIN documents ON documents.id = document JOIN folders ON folders.id = folder
      ORDER BY folders.path, documents.path, ordinal
      """
    return try await read { db, _ in
      try Row.fetchAll(db, sql: sql).map {
        FoundLink(folder: try $0.value(5), path: try $0.value(6), link: try Self.link($0))
      }
    }
  }

  /// Returns the tasks of the notes that pass a filter: those that are due first, then by folder, path and line.
  package nonisolated func tasks(where filter: SearchFilter) async throws -> [FoundTask] {
    try await read { db, _ in
      let condition = try filter.documents(in: db)
      let sql = """
        SELECT \(Self.taskColumns), folders.path, documents.path
        FROM note_tasks JOIN documents ON documents.id = document JOIN folders ON folders.id = folder
        \(condition.map { "WHERE documents.id IN (\($0.sql))" } ?? "")
        ORDER BY due IS NULL, due, folders.path, documents.path, line
        """
      return try Row.fetchAll(db, sql: sql, arguments: StatementArguments(condition?.arguments ?? [])).map {
        FoundTask(folder: try $0.value(8), path: try $0.value(9), task: try Self.task($0))
      }.filter { $0.task.hasTags(filter.tags) }
    }
  }

  /// Returns the headings and blocks of the documents at some paths of a folder, by path.
  package nonisolated func anchors(
    ofDocuments paths: Set<String>, in folder: String
  ) async throws -> [String: [NoteAnchor]] {
    let sql = """
      SELECT documents.path, line, level, name FROM documents JOIN folders ON folders.id = folder
      JOIN note_anchors ON document = documents.id
      WHERE folders.path = ? AND documents.path IN (SELECT value FROM json_each(?)) ORDER BY documents.path, ordinal
      """
    return try await read { db, _ in
      try Row.fetchAll(db, sql: sql, arguments: [folder, IndexRow.list(paths.sorted())]).reduce(into: [:]) {
        $0[try $1.value(0), default: []].append(
          NoteAnchor(line: try $1.value(1), level: try $1.value(2), name: try $1.value(3)))
      }
    }
  }

  private static let linkColumns = "note_links.line, note_links.kind, target, place, note_links.text"
  private static let taskColumns = "line, mark, text, due, scheduled, start, done, tags"

  private static func link(_ row: Row) throws -> NoteLink {
    NoteLink(
      line: try row.value(0), kind: NoteLink.Kind(rawValue: try row.value(1)) ?? .wiki, target: try row.value(2),
      place: try row.value(3), text: try row.value(4))
  }

  private static func task(_ row: Row) throws -> NoteTask {
    var task = NoteTask(line: try row.value(0), mark: try row.value(1), text: try row.value(2))
    func day(_ column: Int) throws -> Day? { (try row.value(column) as Int?).map(Day.init(number:)) }
    (task.due, task.scheduled, task.start, task.done) = (try day(3), try day(4), try day(5), try day(6))
    task.tags = (try row.value(7) as String?)?.split(separator: " ").map(String.init)
    return task
  }

  static func days(_ first: Int?, _ last: Int?) -> ClosedRange<Day>? {
    guard let first, let last, first <= last else { return nil }
    return Day(number: first)...Day(number: last)
  }
}
