import GRDB

extension SearchIndex {
  /// More words than this of one query are not looked for: each costs a pass over the chunks that hold it.
  package static var maximumQueryTerms: Int { 256 }

  /// The best chunks by keyword in the documents that pass `filter`: the `limit` best of each of the two keyword
  /// indexes, by BM25 with headings weighted 2.
  ///
  /// Any text is a query: its words are looked for, joined by "or", and nothing in it is an operator. Ordered by 0.3 of
  /// the exact and 0.7 of the stemmed score, ties by path, then first line. In an index of a thousand chunks and more,
  /// words that more than half of the chunks or 16,384 hold are looked for only if the query has no others. How rare a
  /// word is, all chunks decide: a chunk's scores are the same with a filter and without.
  ///
  /// Cost: 0.07 µs for each chunk that holds a word; 3 ns where the word was searched for since the index last changed.
  /// With a filter, 0.15 µs more for each chunk that passes.
  package nonisolated func keywordMatches(
    _ query: String, limit: Int, where filter: SearchFilter = SearchFilter()
  ) async throws -> [KeywordMatch] {
    guard limit > 0 else { return [] }
    return try await read { db, memory in
      var words = try KeywordQuery(query, in: db)
      guard !words.exact.isEmpty else { return [] }
      try memory.words.update(from: db)
      let passing = try filter.chunks(in: db)
      func best(_ list: [String], in table: String) throws -> [ScoredChunk] {
        let postings = try words.postings(of: list, in: table, &memory.words, db)
        return try SearchIndex.first(limit, of: KeywordPostings.best(limit, ofAnyOf: postings, among: passing), db)
      }
      var matches: [Int64: KeywordMatch] = [:]
      for scored in try best(words.exact, in: "chunks_exact") {
        matches[scored.chunk] = KeywordMatch(chunk: scored.chunk, exact: scored.score, stemmed: 0)
      }
      for scored in try best(words.stemmed, in: "chunks_stemmed") {
        matches[scored.chunk, default: KeywordMatch(chunk: scored.chunk, exact: 0, stemmed: 0)].stemmed = scored.score
      }
      let scored = matches.values.map { ScoredChunk(chunk: $0.chunk, score: 0.3 * $0.exact + 0.7 * $0.stemmed) }
      return try SearchIndex.ranked(scored, in: db) { ($0.chunk, $0.score) }.compactMap { matches[$0.chunk] }
    }
  }

  /// The best chunks of one list, in no order: of those that tie with the last, the first in the notes.
  private static func first(_ limit: Int, of chunks: [ScoredChunk], _ db: Database) throws -> [ScoredChunk] {
    guard chunks.count > limit, let worst = chunks.lazy.map(\.score).min() else { return chunks }
    let better = chunks.filter { $0.score > worst }
    let tied = try ranked(chunks.filter { $0.score == worst }, in: db) { ($0.chunk, $0.score) }
    return better + tied.prefix(limit - better.count)
  }

  /// The words of a text as the stemmed index knows them: in order, repetitions kept, pairs of characters for unspaced
  /// scripts.
  package nonisolated func stems(of text: String) async throws -> [String] {
    try await stems(of: [text])[0]
  }

  /// The words of each text as the stemmed index knows them.
  package nonisolated func stems(of texts: [String]) async throws -> [[String]] {
    try await read { db, _ in
      let tokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.stemmedTokenizer))
      return try texts.map { try tokenizer.tokenize(document: KeywordText.queried($0)).map(\.token) }
    }
  }

  /// How many of all chunks hold each word, in stemmed form: what an inverse document frequency is made of.
  ///
  /// Words that no chunk holds are 0. A single character of an unspaced script is counted wherever it stands.
  package nonisolated func documentFrequencies(of stems: [String]) async throws -> [String: Int] {
    try await read { db, _ in
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
