import GRDB
import GRDBSQLite

extension SQLiteStore {
  /// Returns matches sorted by descending score, those of equal score in the order of the notes.
  static func ranked<Match, Score: Comparable>(
    _ matches: [Match], in db: Database, by key: (Match) -> (chunk: Int64, score: Score)
  ) throws -> [Match] {
    let (sorted, tied) = MatchOrder.byScore(matches, key)
    guard !tied.isEmpty else { return sorted }
    return MatchOrder.byPlace(sorted, try places(ofChunks: Array(tied), in: db), key)
  }

  /// Returns the positions of chunks in the notes, omitting chunks that no longer exist.
  package nonisolated func places(ofChunks ids: [Int64]) async throws -> [Int64: ChunkPlace] {
    try await read { db, _ in try SQLiteStore.places(ofChunks: ids, in: db) }
  }

  /// Returns the positions of chunks in the notes, omitting chunks that no longer exist.
  static func places(ofChunks ids: [Int64], in db: Database) throws -> [Int64: ChunkPlace] {
    let sql = """
      SELECT chunks.id, documents.path, folders.path, first_line, first_byte, ordinal, documents.id
      FROM chunks JOIN documents ON documents.id = document JOIN folders ON folders.id = folder
      WHERE chunks.id IN (SELECT value FROM json_each(?))
      """
    var places: [Int64: ChunkPlace] = [:]
    try forEachRow(of: sql, arguments: [IndexRow.list(ofNumbers: ids).databaseValue], in: db) { row in
      func text(_ column: Int32) -> String { sqlite3_column_text(row, column).map { String(cString: $0) } ?? "" }
      func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(row, column)) }
      places[sqlite3_column_int64(row, 0)] = ChunkPlace(
        document: sqlite3_column_int64(row, 6), path: text(1), folder: text(2), line: number(3), byte: number(4),
        ordinal: number(5))
    }
    return places
  }

  /// Returns the ids of the documents of chunks, omitting chunks that no longer exist.
  package nonisolated func documents(ofChunks ids: [Int64]) async throws -> [Int64: Int64] {
    try await read { db, _ in try SQLiteStore.documents(ofChunks: ids, in: db) }
  }

  /// Returns the ids of the documents of chunks, omitting chunks that no longer exist.
  static func documents(ofChunks ids: [Int64], in db: Database) throws -> [Int64: Int64] {
    var documents: [Int64: Int64] = [:]
    documents.reserveCapacity(ids.count)
    try forEachRow(of: "SELECT id, document FROM chunks WHERE id = ?", forEach: ids, in: db) { row in
      documents[sqlite3_column_int64(row, 0)] = sqlite3_column_int64(row, 1)
      return true
    }
    return documents
  }

  /// Returns only the document and text of each chunk.
  package nonisolated func texts(ofChunks ids: [Int64]) async throws -> [Int64: (document: Int64, text: String)] {
    try await read { db, _ in
      var texts: [Int64: (document: Int64, text: String)] = [:]
      let sql = "SELECT id, document, text FROM chunks WHERE id IN (SELECT value FROM json_each(?))"
      try forEachRow(of: sql, arguments: [IndexRow.list(ofNumbers: ids).databaseValue], in: db) { row in
        let text = UnsafeBufferPointer(
          start: sqlite3_column_text(row, 2), count: Int(sqlite3_column_bytes(row, 2)))
        texts[sqlite3_column_int64(row, 0)] = (sqlite3_column_int64(row, 1), String(decoding: text, as: UTF8.self))
      }
      return texts
    }
  }
}
