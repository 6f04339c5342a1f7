import Postgres
import VectorStore

/// Version 2: the days that chunks are about by the headings above them (`SectionDays`).
enum SectionDaysMigration {
  static let statements: [PostgresStatement] = [
    "ALTER TABLE rag.chunks ADD COLUMN first_day bigint, ADD COLUMN last_day bigint",
    "CREATE INDEX chunks_by_day ON rag.chunks (first_day, last_day) INCLUDE (document) WHERE first_day IS NOT NULL",
  ]

  /// The tables of which the rows of all owners are read and changed.
  private static let tables = ["folders", "documents", "note_anchors", "chunks"]

  /// Finds the days of what version 1 stored. Only the owner of the tables can add columns, and row-level security does
  /// not bind it if it is not forced.
  static func fill(_ connection: PostgresConnection) async throws {
    func force(_ word: String) async throws {
      for table in tables {
        _ = try await connection.query(PostgresStatement("ALTER TABLE rag.\(table) \(word) ROW LEVEL SECURITY"))
      }
    }
    try await force("NO FORCE")
    let documents: PostgresStatement = """
      SELECT id, title FROM rag.documents
      WHERE id IN (SELECT document FROM rag.note_anchors WHERE level > 0 AND name ~ '[0-9]{4}')
      """
    for document in try await connection.query(documents) {
      let id = try DocumentRows.id(document, 0)
      let headings: SQLText = """
        SELECT line, level, name FROM rag.note_anchors WHERE document = \(.id(id)) ORDER BY ordinal
        """
      let anchors = try await connection.query(headings.statement).map { try ShapeRow.anchor($0) }
      try await DocumentWriter.store(SectionDays(of: anchors, title: try document.note(1)), of: id, connection)
    }
    try await force("FORCE")
  }
}
