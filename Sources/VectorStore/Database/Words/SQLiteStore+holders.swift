import GRDB

extension SQLiteStore {
  /// Returns the documents that pass a filter by their ids, and for each word the ids of those that contain it: in any
  /// form, in the text of a chunk or in the title or a heading above it.
  ///
  /// A "word" is what the question has between spaces. If the index sees several in it, as in `HK-01`, they must follow
  /// each other. Words that the index does not know as words, such as `—`, are in no document.
  package nonisolated func holders(
    of words: [String], where filter: SearchFilter
  ) async throws -> (documents: [Int64: Document], holders: [Set<Int64>]) {
    try await read { db, _ in
      let condition = try filter.condition(in: db)
      let documents = try Document.all(
        where: condition.map { "documents.id IN (SELECT document FROM chunks WHERE \($0.sql))" } ?? "true",
        arguments: condition?.arguments ?? [], in: db)
      let sql = """
        SELECT DISTINCT document FROM chunks_stemmed JOIN chunks ON chunks.id = chunks_stemmed.rowid
        WHERE chunks_stemmed MATCH ?
        """
      let holders = try words.map { word -> Set<Int64> in
        guard let pattern = try KeywordQuery.pattern(ofPhrase: word, in: db) else { return [] }
        let ids = try Row.fetchAll(db, sql: sql, arguments: [pattern]).map { try $0.value(0) as Int64 }
        return Set(ids).intersection(documents.keys)
      }
      return (documents, holders)
    }
  }

  /// Returns the number of chunks of each document.
  package nonisolated func chunkCounts() async throws -> [Int64: Int] {
    try await read { db, _ in
      try Row.fetchAll(db, sql: "SELECT document, count(*) FROM chunks GROUP BY document")
        .reduce(into: [:]) { counts, row in counts[try row.value(0) as Int64] = try row.value(1) as Int }
    }
  }

  /// Returns all chunks of some documents: document by document, each in order.
  package nonisolated func chunks(ofDocuments ids: [Int64]) async throws -> [Int64: [StoredChunk]] {
    let chunks = try await storedChunks(
      where: "documents.id IN (SELECT value FROM json_each(?))",
      arguments: [IndexRow.list(ofNumbers: ids).databaseValue])
    let places = try await places(ofChunks: chunks.map(\.id))
    return Dictionary(grouping: chunks) { places[$0.id]?.document ?? 0 }
  }
}
