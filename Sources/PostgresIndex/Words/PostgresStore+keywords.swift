import Postgres
package import VectorStore

extension PostgresStore {
  package func keywordMatches(
    _ query: String, limit: Int, where filter: SearchFilter
  ) async throws -> [KeywordMatch] {
    try await read { [self] connection in
      let matches = try await keywordMatches(query, limit: limit, perDocument: limit, where: filter, in: connection)
      return try await ranked(Array(matches.values), in: connection) { match in
        (match.chunk, 0.3 * match.exact + 0.7 * match.stemmed)
      }
    }
  }

  package func keywordMatches(
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter
  ) async throws -> [KeywordMatch] {
    try await read { [self] connection in
      Array(
        try await keywordMatches(query, limit: limit, perDocument: perDocument, where: filter, in: connection).values)
    }
  }

  private func keywordMatches(
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter, in connection: PostgresConnection
  ) async throws -> [Int64: KeywordMatch] {
    guard limit > 0 else { return [:] }
    let queried = try tokenizer.words(of: [KeywordText.queried(query)])[0]
    var words = KeywordQuery(queried)
    guard !words.exact.isEmpty else { return [:] }
    let stems = Dictionary(queried.map { ($0.word, $0.stem) }, uniquingKeysWith: { first, _ in first })
    let requests = stems.mapValuesWithKeys { WordRequest(ofQueried: $0, stem: $1) }
    let segments = try await self.words.segments(in: connection)
    let held = try await self.words.words(for: Set(requests.values), in: segments, connection)
    let passing = try await PassingChunks(of: filter, in: segments, self, connection)

    func best(_ list: [String], areStems: Bool) async throws -> [ScoredChunk] {
      let postings = words.postings(of: list, amongChunks: segments.chunkCount) { word, isPrefix, most in
        guard let request = requests[word] else { return nil }
        var words = held[request] ?? []
        if !areStems, !isPrefix {
          let key = WordKey.of(word)
          words.removeAll { $0.word != key }
        }
        return segments.postings(of: words, most: most)
      }
      func round(_ wanted: Int, without leftOut: Set<Int64>) async throws -> [ScoredChunk] {
        let found = KeywordPostings.best(wanted, ofAnyOf: postings, among: passing.chunks(without: leftOut))
        return try await first(wanted, of: found, in: connection)
      }
      guard perDocument < limit else { return try await round(limit, without: []) }
      var spread = SpreadList<ScoredChunk>(limit: limit, share: perDocument)
      while true {
        var found = try await round(spread.wanted, without: spread.full)
        let sql: SQLText = "SELECT id, document FROM rag.chunks WHERE id = ANY(\(.ids(found.map(\.chunk))))"
        let documents: [Int64: Int64] = try await connection.query(sql.statement).reduce(into: [:]) {
          $0[try DocumentRows.id($1, 0)] = try DocumentRows.id($1, 1)
        }
        if spread.isUneven(documents.values) {
          found = try await ranked(found, in: connection) { ($0.chunk, $0.score) }
        }
        guard spread.take(found, of: found.map { documents[$0.chunk] ?? 0 }) else { return spread.matches }
      }
    }
    var matches: [Int64: KeywordMatch] = [:]
    for scored in try await best(words.exact, areStems: false) {
      matches[scored.chunk] = KeywordMatch(chunk: scored.chunk, exact: scored.score, stemmed: 0)
    }
    for scored in try await best(words.stemmed, areStems: true) {
      matches[scored.chunk, default: KeywordMatch(chunk: scored.chunk, exact: 0, stemmed: 0)].stemmed = scored.score
    }
    return matches
  }

  /// Returns the best chunks of one list, in no order; of those that tie with the last, the first in the notes.
  private func first(
    _ limit: Int, of chunks: [ScoredChunk], in connection: PostgresConnection
  ) async throws -> [ScoredChunk] {
    guard chunks.count > limit, let worst = chunks.lazy.map(\.score).min() else { return chunks }
    let better = chunks.filter { $0.score > worst }
    let tied = try await ranked(chunks.filter { $0.score == worst }, in: connection) { ($0.chunk, $0.score) }
    return better + tied.prefix(limit - better.count)
  }

  package func stems(of texts: [String]) async throws -> [[String]] {
    try tokenizer.words(of: texts.map(KeywordText.queried)).map { $0.map(\.stem) }
  }

  package func documentFrequencies(of stems: [String]) async throws -> [String: Int] {
    try await read { [self] connection in
      let requests = Dictionary(
        stems.map { ($0, WordRequest(ofQueried: $0, stem: $0)) }, uniquingKeysWith: { first, _ in first })
      let segments = try await words.segments(in: connection)
      let held = try await words.words(for: Set(requests.values), in: segments, connection)
      return requests.mapValues { segments.holders(of: held[$0] ?? []).count }
    }
  }

  package func holders(
    of words: [String], where filter: SearchFilter
  ) async throws -> (documents: [Int64: Document], holders: [Set<Int64>]) {
    try await read { [self] connection in
      let passing = try await condition(of: filter, in: connection)
      let wanted: SQLText =
        passing.map {
          "WHERE documents.id IN (SELECT chunks.document FROM \(verbatim: DocumentRows.chunksJoined) WHERE \($0))"
        } ?? ""
      let sql: SQLText = """
        SELECT \(verbatim: DocumentRows.columns), documents.id FROM \(verbatim: DocumentRows.joined) \(wanted)
        """
      let documents: [Int64: Document] = try await connection.query(sql.statement).reduce(into: [:]) {
        $0[try DocumentRows.id($1, DocumentRows.count)] = try DocumentRows.document($1)
      }
      var holders: [Set<Int64>] = []
      for word in words {
        let chunks = try await chunks(with: word, asStems: true, in: connection) ?? []
        let sql: SQLText = "SELECT DISTINCT document FROM rag.chunks WHERE id = ANY(\(.ids(chunks.sorted())))"
        let ids = try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) }
        holders.append(Set(ids).intersection(documents.keys))
      }
      return (documents, holders)
    }
  }
}

/// The chunks that pass a filter.
private struct PassingChunks {
  private let segments: SegmentSet
  private let documents: Set<Int64>?
  private let held: Set<Int64>?
  private let excluded: Set<Int64>

  init(
    of filter: SearchFilter, in segments: SegmentSet, _ store: PostgresStore, _ connection: PostgresConnection
  ) async throws {
    self.segments = segments
    if let condition = try await filter.documents(in: connection) {
      let sql: SQLText = "SELECT documents.id FROM rag.documents WHERE \(condition)"
      documents = Set(try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) })
    } else {
      documents = nil
    }
    held = try await store.chunks(withPhrasesOf: filter, in: connection)
    excluded = try await store.chunks(withAnyOf: filter.excluded.phrases, in: connection)
  }

  /// Returns the chunks that pass and are not of some documents; `nil` if all are.
  func chunks(without leftOut: Set<Int64>) -> ChunkSet? {
    guard held != nil || !excluded.isEmpty else { return segments.chunks(ofDocuments: documents, without: leftOut) }
    let passing = segments.chunks(ofDocuments: documents, without: leftOut) ?? ChunkSet(ofAll: true)
    var chunks = ChunkSet()
    for chunk in held ?? segments.allChunks where passing.contains(chunk) && !excluded.contains(chunk) {
      chunks.insert(chunk)
    }
    return chunks
  }
}

extension Dictionary {
  fileprivate func mapValuesWithKeys<Result>(_ transform: (Key, Value) -> Result) -> [Key: Result] {
    reduce(into: [:]) { $0[$1.key] = transform($1.key, $1.value) }
  }
}
