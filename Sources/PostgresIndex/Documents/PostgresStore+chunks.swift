import Foundation
import Postgres
package import VectorStore

extension PostgresStore {
  package func isEmpty() async throws -> Bool {
    try await rows("SELECT NOT EXISTS (SELECT FROM rag.chunks)").first?.read(0) ?? true
  }

  package func chunkCount() async throws -> Int {
    // What the keyword index knows of: PostgreSQL would read all rows to count them.
    try await readAtOnce { [self] in try await words(in: $0).segments(in: $0).chunkCount }
  }

  package func chunkCounts() async throws -> [Int64: Int] {
    try await rows("SELECT document, count(*) FROM rag.chunks GROUP BY document").reduce(into: [:]) {
      $0[try DocumentRows.id($1, 0)] = try $1.read(1)
    }
  }

  package func chunks(withIDs ids: [Int64]) async throws -> [StoredChunk] {
    let found = try await storedChunks(where: "chunks.id = ANY(\(.ids(ids)))")
    let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { byID[$0] }
  }

  package func chunks(ofDocument path: String, in folder: String) async throws -> [StoredChunk] {
    try await storedChunks(where: "folders.path = \(.text(folder)) AND documents.path = \(.text(path))")
  }

  package func chunks(ofDocuments ids: [Int64]) async throws -> [Int64: [StoredChunk]] {
    let chunks = try await storedChunks(where: "documents.id = ANY(\(.ids(ids)))")
    let documents = try await documents(ofChunks: chunks.map(\.id))
    return Dictionary(grouping: chunks) { documents[$0.id] ?? 0 }
  }

  package func newestChunks(limit: Int, where filter: SearchFilter) async throws -> [StoredChunk] {
    let ids = try await read { [self] connection in
      let passing = try await condition(of: filter, in: connection) ?? "true"
      // An event that repeats, or a contact, has a chunk of its own, but no day in its heading.
      let ofDays: SQLText = """
        CASE WHEN chunks.first_day IS NOT NULL THEN heading_path
          WHEN documents.id IN (SELECT document FROM rag.note_calendars) THEN ARRAY[chunks.id::text] END
        """
      let section = filter.dated == nil ? "NULL::text[]" : ofDays
      let sql: SQLText = """
        SELECT id FROM (
          SELECT DISTINCT ON (documents.id, section) chunks.id AS id, modified, documents.path AS path,
            folders.path AS folder, ordinal, \(section) AS section
          FROM \(verbatim: DocumentRows.chunksJoined) WHERE \(passing) ORDER BY documents.id, section, ordinal
        ) AS first ORDER BY modified DESC, path, folder, ordinal LIMIT \(.int(limit))
        """
      return try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) }
    }
    return try await chunks(withIDs: ids)
  }

  package func places(ofChunks ids: [Int64]) async throws -> [Int64: ChunkPlace] {
    try await rows(Self.places(ofChunks: ids)).reduce(into: [:]) { places, row in
      places[try DocumentRows.id(row, 0)] = try Self.place(row)
    }
  }

  /// A statement with the ids of chunks and their places.
  static func places(ofChunks ids: [Int64]) -> SQLText {
    """
    SELECT chunks.id, documents.id, documents.path, folders.path, first_line, first_byte, ordinal
    FROM \(verbatim: DocumentRows.chunksJoined) WHERE chunks.id = ANY(\(.ids(ids)))
    """
  }

  /// Reads the place from a row of `places(ofChunks:)`.
  static func place(_ row: PostgresRow) throws -> ChunkPlace {
    ChunkPlace(
      document: try DocumentRows.id(row, 1), path: try row.read(2), folder: try row.read(3), line: try row.read(4),
      byte: try row.read(5), ordinal: try row.read(6))
  }

  package func documents(ofChunks ids: [Int64]) async throws -> [Int64: Int64] {
    try await rows("SELECT id, document FROM rag.chunks WHERE id = ANY(\(.ids(ids)))").reduce(into: [:]) {
      $0[try DocumentRows.id($1, 0)] = try DocumentRows.id($1, 1)
    }
  }

  package func texts(ofChunks ids: [Int64]) async throws -> [Int64: (document: Int64, text: String)] {
    try await rows("SELECT id, document, text FROM rag.chunks WHERE id = ANY(\(.ids(ids)))").reduce(into: [:]) {
      $0[try DocumentRows.id($1, 0)] = (try DocumentRows.id($1, 1), try $1.note(2))
    }
  }

  func storedChunks(where condition: SQLText) async throws -> [StoredChunk] {
    var memory = PlacesMemory()
    return try await rows(
      """
      SELECT \(verbatim: DocumentRows.columns), \(verbatim: DocumentRows.chunkColumns)
      FROM \(verbatim: DocumentRows.chunksJoined) WHERE \(condition) ORDER BY documents.id, ordinal
      """
    ).map { try DocumentRows.chunk($0, &memory) }
  }
}
