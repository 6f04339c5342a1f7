import GRDB
import GRDBSQLite

extension SearchIndex {
  /// More words than this of one query are not looked for: each costs a pass over the chunks that hold it.
  package static var maximumQueryTerms: Int { 256 }

  /// The best chunks by keyword in the documents that pass `filter`: the `limit` best of each of the two keyword
  /// indexes, by BM25 with headings weighted 2.
  ///
  /// Any text is a query: its words are looked for, joined by "or", and nothing in it is an operator. Ordered by 0.3 of
  /// the exact and 0.7 of the stemmed score, ties by path, then first line. In an index of a thousand chunks and more,
  /// words that more than half of the chunks or 16,384 hold are looked for only if the query has no others. How rare a word is,
  /// all chunks decide: a chunk's scores are the same with a filter and without.
  package func keywordMatches(
    _ query: String, limit: Int, where filter: SearchFilter = SearchFilter()
  ) throws -> [KeywordMatch] {
    guard limit > 0 else { return [] }
    let (exact, stemmed) = try run { database in
      try database.read { db in
        let words = try KeywordQuery(query, &keywordCounts, in: db)
        let documents = try filter.documents(in: db)
        return (
          try SearchIndex.best(limit, in: "chunks_exact", matching: words.exact, documents, db),
          try SearchIndex.best(limit, in: "chunks_stemmed", matching: words.stemmed, documents, db)
        )
      }
    }
    let places = try run { database in
      try database.read { try SearchIndex.places(ofChunks: (exact + stemmed).map(\.chunk), in: $0) }
    }
    var matches: [Int64: KeywordMatch] = [:]
    for (chunk, score) in SearchIndex.prefix(limit, of: exact, places) {
      matches[chunk] = KeywordMatch(chunk: chunk, exact: score, stemmed: 0)
    }
    for (chunk, score) in SearchIndex.prefix(limit, of: stemmed, places) {
      matches[chunk, default: KeywordMatch(chunk: chunk, exact: 0, stemmed: 0)].stemmed = score
    }
    let scored = matches.values.map { (chunk: $0.chunk, score: 0.3 * $0.exact + 0.7 * $0.stemmed) }
    return SearchIndex.prefix(scored.count, of: scored, places).compactMap { matches[$0.chunk] }
  }

  /// The best of one keyword index, and all that tie with the last of them.
  private static func best(
    _ limit: Int, in table: String, matching pattern: String, _ documents: SearchFilter.Documents?, _ db: Database
  ) throws -> [(chunk: Int64, score: Double)] {
    guard !pattern.isEmpty else { return [] }
    var found: [(chunk: Int64, score: Double)] = []
    var sql = "SELECT \(table).rowid, bm25(\(table), 2.0, 1.0) FROM \(table)"
    // A cross join keeps SQLite from asking the keyword index once for each chunk that passes.
    if documents != nil { sql += " CROSS JOIN chunks ON chunks.id = \(table).rowid" }
    sql += " WHERE \(table) MATCH ?"
    if let documents { sql += " AND document IN (\(documents.sql))" }
    try forEachRow(of: sql, arguments: [pattern.databaseValue] + (documents?.arguments ?? []), in: db) { row in
      found.append((sqlite3_column_int64(row, 0), -sqlite3_column_double(row, 1)))
    }
    guard found.count > limit else { return found }
    var scores = BoundedHeap<Double>(capacity: limit)
    for match in found { scores.insert(match.score) }
    guard let worst = scores.smallest else { return [] }
    return found.filter { $0.score >= worst }
  }

  private static func prefix(
    _ limit: Int, of matches: [(chunk: Int64, score: Double)], _ places: [Int64: ChunkPlace]
  ) -> [(chunk: Int64, score: Double)] {
    let sorted = matches.sorted { left, right in
      guard left.score == right.score else { return left.score > right.score }
      guard let leftPlace = places[left.chunk], let rightPlace = places[right.chunk] else {
        return places[left.chunk] != nil
      }
      return leftPlace < rightPlace
    }
    return Array(sorted.prefix(limit))
  }

  /// The words of a text as the stemmed index knows them: in order, repetitions kept, pairs of characters for unspaced
  /// scripts.
  package func stems(of text: String) throws -> [String] {
    try stems(of: [text])[0]
  }

  /// The words of each text as the stemmed index knows them.
  package func stems(of texts: [String]) throws -> [[String]] {
    try run { database in
      try database.read { db in
        let tokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.stemmedTokenizer))
        return try texts.map { try tokenizer.tokenize(document: KeywordText.queried($0)).map(\.token) }
      }
    }
  }

  /// How many of all chunks hold each word, in stemmed form: what an inverse document frequency is made of.
  ///
  /// Words that no chunk holds are 0. A single character of an unspaced script is counted wherever it stands.
  package func documentFrequencies(of stems: [String]) throws -> [String: Int] {
    try run { database in
      try database.read { db in
        let ofWord = try db.cachedStatement(sql: "SELECT doc FROM stemmed_terms WHERE term = ?")
        let ofPrefix = try db.cachedStatement(sql: "SELECT count(*) FROM chunks_stemmed WHERE chunks_stemmed MATCH ?")
        var frequencies: [String: Int] = [:]
        for stem in stems where frequencies[stem] == nil {
          let count =
            KeywordText.isSingleUnspaced(stem)
            ? try Int.fetchOne(ofPrefix, arguments: ["\"\(stem)\" *"])
            : try Int.fetchOne(ofWord, arguments: [stem])
          frequencies[stem] = count ?? 0
        }
        return frequencies
      }
    }
  }
}
