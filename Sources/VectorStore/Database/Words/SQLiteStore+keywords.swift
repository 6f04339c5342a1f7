import GRDB

extension SQLiteStore {
  /// Returns the best chunks by keyword among those that pass `filter`: the `limit` best of each of the two keyword
  /// indexes, by BM25 with headings weighted 2.
  ///
  /// Any text is a query: its words are joined by "or", and nothing in it is an operator. Ordered by 0.3 of the exact
  /// and 0.7 of the stemmed score (see `KeywordSearch`), ties by path, then first line. In an index of at least a
  /// thousand chunks, words in more than half of the chunks or in more than 16,384 are searched only if no other word
  /// is found. All chunks decide how rare a word is, so a chunk's scores are the same with and without a filter.
  ///
  /// Cost: 0.07 µs for each chunk that contains a word, or 3 ns if the word was searched since the index last changed.
  /// A filter adds 0.15 µs for each chunk that passes.
  package nonisolated func keywordMatches(
    _ query: String, limit: Int, where filter: SearchFilter
  ) async throws -> [KeywordMatch] {
    try await read { db, memory in
      let matches = try SQLiteStore.keywordMatches(
        query, limit: limit, perDocument: limit, where: filter, &memory, db)
      let scored = matches.values.map { ScoredChunk(chunk: $0.chunk, score: 0.3 * $0.exact + 0.7 * $0.stemmed) }
      return try SQLiteStore.ranked(scored, in: db) { ($0.chunk, $0.score) }.compactMap { matches[$0.chunk] }
    }
  }

  /// Returns the same, in no order and with at most `perDocument` chunks of a document in each list, as long as others
  /// have the words.
  package nonisolated func keywordMatches(
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter
  ) async throws -> [KeywordMatch] {
    try await read { db, memory in
      Array(
        try SQLiteStore.keywordMatches(
          query, limit: limit, perDocument: perDocument, where: filter, &memory, db
        ).values)
    }
  }

  private static func keywordMatches(
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter, _ memory: inout SearchMemory,
    _ db: Database
  ) throws -> [Int64: KeywordMatch] {
    guard limit > 0 else { return [:] }
    var words = try KeywordQuery(query, try memory.tokenizers(of: db))
    guard !words.exact.isEmpty else { return [:] }
    try memory.words.update(from: db)
    let passing = try filter.chunks(in: db)
    func best(_ list: [String], in table: String) throws -> [ScoredChunk] {
      let postings = try words.postings(of: list, amongChunks: memory.words.chunks) { word, isPrefix, most in
        try memory.words.postings(of: KeywordQuery.pattern(word, isPrefix: isPrefix), in: table, most: most, db)
      }
      func round(_ wanted: Int, among passing: ChunkSet?) throws -> [ScoredChunk] {
        try SQLiteStore.first(wanted, of: KeywordPostings.best(wanted, ofAnyOf: postings, among: passing), db)
      }
      guard perDocument < limit else { return try round(limit, among: passing) }
      var list = SpreadList<ScoredChunk>(limit: limit, share: perDocument)
      var filter = filter
      var left = passing
      while true {
        var found = try round(list.wanted, among: left)
        let documents = try SQLiteStore.documents(ofChunks: found.map(\.chunk), in: db)
        if list.isUneven(documents.values) { found = try SQLiteStore.ranked(found, in: db) { ($0.chunk, $0.score) } }
        guard list.take(found, of: found.map { documents[$0.chunk] ?? 0 }) else { return list.matches }
        filter.leftOut = list.full
        left = try filter.chunks(in: db)
      }
    }
    var matches: [Int64: KeywordMatch] = [:]
    for scored in try best(words.exact, in: "chunks_exact") {
      matches[scored.chunk] = KeywordMatch(chunk: scored.chunk, exact: scored.score, stemmed: 0)
    }
    for scored in try best(words.stemmed, in: "chunks_stemmed") {
      matches[scored.chunk, default: KeywordMatch(chunk: scored.chunk, exact: 0, stemmed: 0)].stemmed = scored.score
    }
    return matches
  }

  /// Returns the best chunks of one list, in no order; of those that tie with the last, the first in the notes.
  private static func first(_ limit: Int, of chunks: [ScoredChunk], _ db: Database) throws -> [ScoredChunk] {
    guard chunks.count > limit, let worst = chunks.lazy.map(\.score).min() else { return chunks }
    let better = chunks.filter { $0.score > worst }
    let tied = try ranked(chunks.filter { $0.score == worst }, in: db) { ($0.chunk, $0.score) }
    return better + tied.prefix(limit - better.count)
  }

  /// Returns the words of each text as in the stemmed index.
  package nonisolated func stems(of texts: [String]) async throws -> [[String]] {
    try await read { db, memory in
      let tokenizer = try memory.tokenizers(of: db).stemmed
      return try texts.map { try tokenizer.words(of: KeywordText.queried($0)) }
    }
  }

  /// Returns the number of chunks that contain each stem, for computing inverse document frequencies.
  ///
  /// Words in no chunk count 0. A single character of an unspaced script is counted wherever it occurs.
  package nonisolated func documentFrequencies(of stems: [String]) async throws -> [String: Int] {
    try await read { db, memory in
      try memory.words.update(from: db)
      let isRestricted = try IndexScope.isIn(db)
      let ofWord = try db.cachedStatement(
        sql: isRestricted
          ? "SELECT count(DISTINCT doc) FROM stem_places WHERE term = ? AND doc IN (SELECT id FROM chunks)"
          : "SELECT doc FROM stemmed_terms WHERE term = ?")
      let seen = isRestricted ? "AND rowid IN (SELECT id FROM chunks)" : ""
      let ofPrefix = try db.cachedStatement(
        sql: "SELECT count(*) FROM chunks_stemmed WHERE chunks_stemmed MATCH ? \(seen)")
      var frequencies: [String: Int] = [:]
      for stem in stems where frequencies[stem] == nil {
        frequencies[stem] = try memory.words.frequency(of: stem) {
          let count =
            KeywordText.isSingleUnspaced(stem)
            ? try Int.fetchOne(ofPrefix, arguments: ["\"\(stem)\" *"])
            : try Int.fetchOne(ofWord, arguments: [stem])
          return count ?? 0
        }
      }
      return frequencies
    }
  }
}
