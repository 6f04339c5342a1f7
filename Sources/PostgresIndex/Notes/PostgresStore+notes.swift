import Foundation
import Postgres
package import VectorStore

extension PostgresStore {
  package func documents(called names: Set<String>) async throws -> [NamedDocument] {
    guard !names.isEmpty else { return [] }
    let wanted = names.filter { !$0.utf8.contains(0) }.sorted()
    return try await rows(
      """
      SELECT documents.id, written, name, folders.path, documents.path, kind
      FROM rag.note_names JOIN rag.documents ON documents.id = document
        JOIN rag.folders ON folders.id = documents.folder
      WHERE name = ANY(\(.texts(wanted))) ORDER BY documents.id, kind
      """
    ).map { row in
      NamedDocument(
        document: try DocumentRows.id(row, 0), written: try row.note(1), folded: try row.note(2),
        folder: try row.read(3), path: try row.read(4), isAlias: try row.read(5) == NoteNameKind.alias.rawValue)
    }
  }

  package func days(
    ofChunks ids: [Int64], near spans: [ClosedRange<Day>]
  ) async throws -> [Int64: ClosedRange<Day>] {
    var known: [Int64: ClosedRange<Day>] = [:]
    for span in spans {
      let found = try await occurrences(ofChunks: ids, in: span)
      known.merge(found.compactMapValues { $0.first { $0.isMeant(in: span) }?.days }) { first, _ in first }
    }
    return try await rows(
      """
      SELECT chunks.id, coalesce(chunks.first_day, documents.first_day), coalesce(chunks.last_day, documents.last_day)
      FROM \(verbatim: DocumentRows.chunksJoined)
      WHERE chunks.id = ANY(\(.ids(ids))) AND coalesce(chunks.first_day, documents.first_day) IS NOT NULL
      """
    ).reduce(into: known) { days, row in
      let id = try DocumentRows.id(row, 0)
      if days[id] == nil { days[id] = try ShapeRow.days(row, 1) }
    }
  }

  package func occurrences(
    ofChunks ids: [Int64], in days: ClosedRange<Day>
  ) async throws -> [Int64: [Occurrence]] {
    try await rows(
      """
      SELECT \(verbatim: OccurrenceRow.columns), chunks.id
      FROM rag.note_occurrences JOIN rag.chunks ON \(verbatim: OccurrenceRow.isOfChunk)
      WHERE chunks.id = ANY(\(.ids(ids))) AND note_occurrences.first_day <= \(.int(days.upperBound.number))
        AND note_occurrences.last_day >= \(.int(days.lowerBound.number))
      ORDER BY note_occurrences.first_day, start_minute NULLS FIRST, note_occurrences.ordinal
      """
    ).reduce(into: [:]) { $0[try DocumentRows.id($1, 7), default: []].append(try OccurrenceRow.occurrence($1)) }
  }

  package func paths(ofOccurrencesUnknownOn day: Day, in folder: String) async throws -> Set<String> {
    try await paths(ofCalendarsWhere: "note_calendars.last_day < \(.int(day.number))", in: folder)
  }

  package func paths(ofOtherTimeZoneThan timeZone: String, in folder: String) async throws -> Set<String> {
    try await paths(ofCalendarsWhere: "note_calendars.time_zone <> \(.text(timeZone))", in: folder)
  }

  private func paths(ofCalendarsWhere condition: SQLText, in folder: String) async throws -> Set<String> {
    Set(
      try await rows(
        """
        SELECT documents.path FROM rag.note_calendars JOIN rag.documents ON documents.id = document
          JOIN rag.folders ON folders.id = documents.folder
        WHERE folders.path = \(.text(folder)) AND \(condition)
        """
      ).map { try $0.read(0) })
  }

  package func shape(ofDocument path: String, in folder: String) async throws -> NoteShape? {
    try await shapes(where: "folders.path = \(.text(folder)) AND documents.path = \(.text(path))").values.first
  }

  package func entries(where filter: SearchFilter) async throws -> [DescribedNote] {
    let (documents, condition) = try await read { connection in
      let passing = try await DocumentRows.passing(filter, in: connection)
      let sql: SQLText = """
        SELECT \(verbatim: DocumentRows.columns), documents.id FROM \(verbatim: DocumentRows.joined) WHERE \(passing)
        """
      let found = try await connection.query(sql.statement).map { row in
        (id: try DocumentRows.id(row, DocumentRows.count), document: try DocumentRows.document(row))
      }
      return (found, passing)
    }
    let shapes = try await shapes(where: condition)
    return documents.map { DescribedNote(document: $0.document, shape: shapes[$0.id] ?? NoteShape()) }
  }

  package func propertyKeys() async throws -> [String] {
    try await rows("SELECT min(key) FROM rag.note_properties GROUP BY folded ORDER BY folded").map { try $0.note(0) }
  }

  package func allLinks() async throws -> [FoundLink] {
    try await rows(
      """
      SELECT \(verbatim: ShapeRow.linkColumns), folders.path, documents.path
      FROM rag.note_links JOIN rag.documents ON documents.id = document
        JOIN rag.folders ON folders.id = documents.folder
      ORDER BY folders.path, documents.path, ordinal
      """
    ).map { FoundLink(folder: try $0.read(5), path: try $0.read(6), link: try ShapeRow.link($0)) }
  }

  package func tasks(where filter: SearchFilter) async throws -> [FoundTask] {
    try await read { connection in
      let passing = try await filter.documents(in: connection) ?? "true"
      let sql: SQLText = """
        SELECT \(verbatim: ShapeRow.taskColumns), folders.path, documents.path
        FROM rag.note_tasks JOIN rag.documents ON documents.id = document
          JOIN rag.folders ON folders.id = documents.folder
        WHERE \(passing) ORDER BY due IS NULL, due, folders.path, documents.path, line
        """
      return try await connection.query(sql.statement).map {
        FoundTask(folder: try $0.read(8), path: try $0.read(9), task: try ShapeRow.task($0))
      }.filter { $0.task.hasTags(filter.tags) }
    }
  }

  package func anchors(ofDocuments paths: Set<String>, in folder: String) async throws -> [String: [NoteAnchor]] {
    try await rows(
      """
      SELECT line, level, name, documents.path
      FROM rag.note_anchors JOIN rag.documents ON documents.id = document
        JOIN rag.folders ON folders.id = documents.folder
      WHERE folders.path = \(.text(folder)) AND documents.path = ANY(\(.texts(paths.sorted())))
      ORDER BY documents.path, ordinal
      """
    ).reduce(into: [:]) { $0[try $1.read(3), default: []].append(try ShapeRow.anchor($1)) }
  }

  /// Returns the shapes of the documents that meet a condition, by their ids.
  private func shapes(where condition: SQLText) async throws -> [Int64: NoteShape] {
    try await read { try await Self.shapes(where: condition, in: $0) }
  }

  /// Does the same in a transaction.
  static func shapes(
    where condition: SQLText, in connection: ReadingConnection
  ) async throws -> [Int64: NoteShape] {
    func rows(_ columns: String, of table: String, by order: String) -> PostgresStatement {
      let sql: SQLText = """
        SELECT \(verbatim: columns), document FROM rag.\(verbatim: table)
        WHERE document IN (SELECT documents.id FROM \(verbatim: DocumentRows.joined) WHERE \(condition))
        ORDER BY document, \(verbatim: order)
        """
      return sql.statement
    }
    let days: SQLText = """
      SELECT documents.id, first_day, last_day FROM \(verbatim: DocumentRows.joined) WHERE \(condition)
      """
    let found = try await connection.pipeline([
      days.statement,
      rows("written, kind", of: "note_names", by: "kind, ordinal"),
      rows("key, value", of: "note_properties", by: "ordinal"),
      rows("line, level, name", of: "note_anchors", by: "ordinal"),
      rows(ShapeRow.linkColumns, of: "note_links", by: "ordinal"),
      rows(ShapeRow.taskColumns, of: "note_tasks", by: "line"),
      rows("time_zone, last_day", of: "note_calendars", by: "time_zone"),
      rows(OccurrenceRow.columns, of: "note_occurrences", by: "ordinal"),
    ])
    var shapes: [Int64: NoteShape] = [:]
    for row in found[0] {
      var shape = NoteShape()
      shape.dated = try ShapeRow.days(row, 1)
      shapes[try DocumentRows.id(row, 0)] = shape
    }
    for row in found[1] where try row.read(1) == NoteNameKind.alias.rawValue {
      shapes[try DocumentRows.id(row, 2)]?.aliases.append(try row.note(0))
    }
    for row in found[2] {
      shapes[try DocumentRows.id(row, 2)]?.properties.append(
        NoteProperty(key: try row.note(0), value: try row.note(1)))
    }
    for row in found[3] { shapes[try DocumentRows.id(row, 3)]?.anchors.append(try ShapeRow.anchor(row)) }
    for row in found[4] { shapes[try DocumentRows.id(row, 5)]?.links.append(try ShapeRow.link(row)) }
    for row in found[5] { shapes[try DocumentRows.id(row, 8)]?.tasks.append(try ShapeRow.task(row)) }
    for row in found[6] {
      let lastDay: Int? = try row.read(1)
      shapes[try DocumentRows.id(row, 2)]?.calendar = NoteCalendar(
        timeZone: try row.read(0), lastDay: lastDay.map(Day.init(number:)), occurrences: [])
    }
    for row in found[7] {
      shapes[try DocumentRows.id(row, 7)]?.calendar?.occurrences.append(try OccurrenceRow.occurrence(row))
    }
    return shapes
  }
}
