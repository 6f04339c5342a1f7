import Embedding
import Foundation
import Postgres
import VectorStore

/// Writes the rows of documents and chunks.
enum DocumentWriter {
  /// The longest tag in bytes that can be searched for: PostgreSQL's indexes take keys of up to 2,700 bytes.
  private static let mostTagBytes = 1000

  /// Stores what a document is, apart from where it is.
  static func update(
    _ id: Int64, to document: Document, in folder: Int64, _ connection: PostgresConnection
  ) async throws {
    let places = try document.places.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    let tags = Set(document.tags.compactMap(TagText.normalized)).sorted()
    let columns: SQLText = """
      UPDATE rag.documents SET title = \(.note(document.title)), size = \(.id(document.size)),
        modified = \(.id(document.modified)), digest = \(.text(document.digest)), tags = \(.texts(tags)),
        all_tags = \(.texts(withAncestors(tags))), places = \(.note(places)), problem = \(.note(document.problem))
      WHERE id = \(.id(id))
      """
    var statements = [columns.statement]
    if let shape = document.shape { statements += ShapeWriter.statements(storing: shape, of: id, in: folder) }
    statements += ShapeWriter.statements(storing: [document.title], as: .title, of: id, in: folder)
    statements += ShapeWriter.statements(storing: [NoteName.ofFile(document.path)], as: .file, of: id, in: folder)
    _ = try await connection.pipeline(statements)
  }

  /// Stores the days that the chunks of a document are about by the headings above them.
  static func store(_ sections: SectionDays, of id: Int64, _ connection: PostgresConnection) async throws {
    let chunks: SQLText = """
      SELECT id, first_line, last_line, first_day, last_day FROM rag.chunks WHERE document = \(.id(id))
      """
    var updates: [PostgresStatement] = []
    for row in try await connection.query(chunks.statement) {
      let (first, last): (Int, Int) = (try row.read(1), try row.read(2))
      let days = first <= last ? sections.days(of: first...last) : nil
      guard try ShapeRow.days(row, 3) != days else { continue }
      let update: SQLText = """
        UPDATE rag.chunks SET first_day = \(.int(days?.lowerBound.number)), last_day = \(.int(days?.upperBound.number))
        WHERE id = \(.id(try DocumentRows.id(row, 0)))
        """
      updates.append(update.statement)
    }
    if !updates.isEmpty { _ = try await connection.pipeline(updates) }
  }

  /// Returns tags and those above them: of `work/travel`, also `work`.
  private static func withAncestors(_ tags: [String]) -> [String] {
    var all: Set<String> = []
    for tag in tags where tag.utf8.count <= mostTagBytes {
      let parts = tag.split(separator: "/")
      for count in 1...max(1, parts.count) { all.insert(parts.prefix(count).joined(separator: "/")) }
    }
    return all.sorted()
  }

  /// Stores a document's chunks and vectors, a statement for each: COPY knows no row-level security. Returns their
  /// texts for the keyword index.
  static func insert(
    _ chunks: [EncodedChunk], of id: Int64, _ document: Document, in folder: Int64, _ connection: PostgresConnection
  ) async throws -> [ChunkText] {
    guard !chunks.isEmpty else { return [] }
    let numbers: SQLText = "SELECT nextval('rag.ids') FROM generate_series(1, \(.int(chunks.count)))"
    let ids = try await connection.query(numbers.statement).map { try DocumentRows.id($0, 0) }.sorted()
    let aliases = document.shape?.aliases ?? []
    let sections = SectionDays(of: document.shape?.anchors ?? [], title: document.title)
    var (statements, texts): ([PostgresStatement], [ChunkText]) = ([], [])
    for (ordinal, (chunkID, encoded)) in zip(ids, chunks).enumerated() {
      let chunk = encoded.chunk
      let days = sections.days(of: chunk.lines)
      let (row, vector): (SQLText, SQLText) = (
        """
        INSERT INTO rag.chunks VALUES (
          \(.id(chunkID)), \(.id(id)), \(.id(folder)), \(.int(ordinal)),
          \(.int(chunk.lines.lowerBound)), \(.int(chunk.lines.upperBound)),
          \(.int(chunk.bytes.lowerBound)), \(.int(chunk.bytes.upperBound)), \(.notes(chunk.headingPath)),
          \(.note(chunk.text)), \(.note(chunk.tableHeader)), \(.text(encoded.digest)),
          \(.int(days?.lowerBound.number)), \(.int(days?.upperBound.number)))
        """,
        """
        INSERT INTO rag.vectors VALUES (
          \(.id(chunkID)), \(.id(id)), \(.id(folder)), \(.vector(encoded.vector.elements)))
        """
      )
      statements += [row.statement, vector.statement]
      texts.append(
        ChunkText(
          id: chunkID, document: id,
          heading: ChunkWords.heading(of: document, aliases: aliases, chunk.headingPath),
          body: ChunkWords.body(of: chunk)))
    }
    _ = try await connection.pipeline(statements)
    return texts
  }
}
