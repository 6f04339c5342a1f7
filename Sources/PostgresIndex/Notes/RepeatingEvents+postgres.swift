import Postgres
import VectorStore

extension RepeatingEvents {
  /// The condition that a document is of calendars or contacts, which an index has (`IndexTables`).
  static let isOfPostgresRecords = "(lower(documents.path) LIKE '%.ics' OR lower(documents.path) LIKE '%.vcf')"

  /// Reads the events of the calendars and contacts that a connection sees.
  init(in connection: ReadingConnection) async throws {
    let isOfEvent = Self.marks.map { "position('\($0)' IN chunks.text) > 0" }.joined(separator: " OR ")
    let sql: SQLText = """
      SELECT chunks.id, documents.path, chunks.text FROM \(verbatim: DocumentRows.chunksJoined)
      WHERE \(verbatim: Self.isOfPostgresRecords) AND (\(verbatim: isOfEvent))
      """
    let rows = try await connection.query(sql.statement)
    self.init(chunks: try rows.map { (try DocumentRows.id($0, 0), try $0.note(1), try $0.note(2)) })
  }
}
