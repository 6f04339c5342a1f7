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
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter, in connection: ReadingConnection
  ) async throws -> [Int64: KeywordMatch] {
    guard limit > 0 else { return [:] }
    let queried = try tokenizer.words(of: [KeywordText.queried(query)])[0]
    guard !queried.isEmpty else { return [:] }
    let segments = try await words(in: connection).segments(in: connection)
    let lists = try await postings(of: queried, in: segments, connection)
    let passing = try await PassingChunks(of: filter, in: segments, self, connection)

    func best(_ postings: [KeywordPostings]) async throws -> [ScoredChunk] {
      func round(_ wanted: Int, without leftOut: Set<Int64>) async throws -> [ScoredChunk] {
        let found = KeywordPostings.best(wanted, ofAnyOf: postings, among: passing.chunks(without: leftOut))
        return try await first(wanted, of: found, in: segments, connection)
      }
      guard perDocument < limit else { return try await round(limit, without: []) }
      var spread = SpreadList<ScoredChunk>(limit: limit, share: perDocument)
      while true {
        var found = try await round(spread.wanted, without: spread.full)
        func documents() -> [Int64] {
          found.map { segments.find($0.chunk).map { $0.segment.documents[$0.place] } ?? 0 }
        }
        if spread.isUneven(documents()) {
          found = try await ranked(found, in: connection) { ($0.chunk, $0.score) }
        }
        guard spread.take(found, of: documents()) else { return spread.matches }
      }
    }
    var matches: [Int64: KeywordMatch] = [:]
    for scored in try await best(lists.exact) {
      matches[scored.chunk] = KeywordMatch(chunk: scored.chunk, exact: scored.score, stemmed: 0)
    }
    for scored in try await best(lists.stemmed) {
      matches[scored.chunk, default: KeywordMatch(chunk: scored.chunk, exact: 0, stemmed: 0)].stemmed = scored.score
    }
    return matches
  }

  /// Returns the best chunks of one list, in no order; of those that tie with the last, the first in the notes.
  private func first(
    _ limit: Int, of chunks: [ScoredChunk], in segments: SegmentSet, _ connection: ReadingConnection
  ) async throws -> [ScoredChunk] {
    guard chunks.count > limit, let worst = chunks.lazy.map(\.score).min() else { return chunks }
    let better = chunks.filter { $0.score > worst }
    let wanted = limit - better.count
    let tied = try await firstByPath(wanted, of: chunks.filter { $0.score == worst }, in: segments, connection)
    return better + (try await ranked(tied, in: connection) { ($0.chunk, $0.score) }.prefix(wanted))
  }

  /// Returns those chunks that can be among the first in the notes: their order begins with the path. Thousands may tie
  /// where texts are equally long.
  private func firstByPath(
    _ limit: Int, of chunks: [ScoredChunk], in segments: SegmentSet, _ connection: ReadingConnection
  ) async throws -> [ScoredChunk] {
    guard limit > 0, chunks.count > 2 * limit else { return chunks }
    let keys = chunks.map { chunk in
      segments.find(chunk.chunk).map {
        DocumentPaths.Key(segment: $0.segment.id, document: $0.segment.documents[$0.place])
      }
    }
    let paths = try await self.paths.paths(of: keys, in: connection)
    // The paths of the first, sorted.
    var first: [String] = []
    for path in paths where first.count < limit || path.precedes(first[limit - 1]) {
      var (low, high) = (0, first.count)
      while low < high {
        let middle = (low + high) / 2
        if path.precedes(first[middle]) { high = middle } else { low = middle + 1 }
      }
      first.insert(path, at: low)
      if first.count > limit { first.removeLast() }
    }
    guard let last = first.last else { return chunks }
    return zip(chunks, paths).filter { !last.precedes($1) }.map(\.0)
  }

  package func stems(of texts: [String]) async throws -> [[String]] {
    try tokenizer.words(of: texts.map(KeywordText.queried)).map { $0.map(\.stem) }
  }

  package func documentFrequencies(of stems: [String]) async throws -> [String: Int] {
    try await read { [self] connection in
      let requests = Dictionary(
        stems.map { ($0, WordRequest(ofQueried: $0, stem: $0)) }, uniquingKeysWith: { first, _ in first })
      let memory = words(in: connection)
      let segments = try await memory.segments(in: connection)
      let wanted = Dictionary(requests.values.map { ($0, WantedHolders.none) }, uniquingKeysWith: { first, _ in first })
      let held = try await memory.words(for: wanted, in: segments, connection)
      return requests.mapValues { request in
        memory.scored.count(of: ScoredWords.Word(request: request), in: segments) {
          segments.count(of: held[request] ?? [])
        }
      }
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

extension String {
  /// Whether its bytes are before those of another.
  fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
