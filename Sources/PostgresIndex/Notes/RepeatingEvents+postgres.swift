import Postgres
import VectorStore

extension RepeatingEvents {
  /// The condition that a document is a calendar, which an index has (`IndexTables`).
  static let isOfPostgresCalendar = "lower(documents.path) LIKE '%.ics'"

  /// Reads the events of the calendars that a connection sees.
  init(in connection: ReadingConnection) async throws {
    let sql: SQLText = """
      SELECT chunks.id, chunks.text FROM \(verbatim: DocumentRows.chunksJoined)
      WHERE \(verbatim: Self.isOfPostgresCalendar)
        AND (position('- Repeats: ' IN chunks.text) > 0 OR position('- Also on: ' IN chunks.text) > 0)
      """
    let rows = try await connection.query(sql.statement)
    self.init(texts: try rows.map { (try DocumentRows.id($0, 0), try $0.note(1)) })
  }
}
