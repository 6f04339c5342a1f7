import Postgres
import VectorStore

/// A chunk's text as the keyword index has it.
struct ChunkText: Sendable {
  let id: Int64
  let document: Int64
  let heading: String
  let body: String

  /// Reads the chunks that meet a condition, in order.
  static func chunks(where condition: SQLText, in connection: ReadingConnection) async throws -> [ChunkText] {
    let sql: SQLText = """
      SELECT \(verbatim: DocumentRows.columns), \(verbatim: DocumentRows.chunkColumns), documents.id,
        ARRAY(
          SELECT written FROM rag.note_names
          WHERE document = documents.id AND kind = \(.int(NoteNameKind.alias.rawValue)) ORDER BY ordinal)
      FROM \(verbatim: DocumentRows.chunksJoined) WHERE \(condition) ORDER BY chunks.id
      """
    var memory = PlacesMemory()
    return try await connection.query(sql.statement).map { row in
      let stored = try DocumentRows.chunk(row, &memory)
      let next = DocumentRows.count + DocumentRows.chunkCount
      return ChunkText(
        id: stored.id, document: try DocumentRows.id(row, next),
        heading: ChunkWords.heading(
          of: stored.document, aliases: try row.notes(next + 1), stored.chunk.headingPath),
        body: ChunkWords.body(of: stored.chunk))
    }
  }
}
