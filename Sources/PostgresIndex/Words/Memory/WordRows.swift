import Postgres

/// What is read of `rag.postings`. Each word comes in one row, however many segments have it; the aggregates of a row
/// have them in the same order.
enum WordRows {
  /// The most segments that are asked for by their ids. Each costs a search of the table's index for each stem: of 254
  /// segments, three stems took 22 ms, and 1 ms without the ids.
  private static let fewSegments = 8

  /// Returns the words of some requests: how many chunks have each, and of prefixes the chunks too.
  ///
  /// - Parameters:
  ///   - segments: Those that are wanted; words of others may be among the found.
  ///   - all: All segments.
  static func words(
    for requests: [WordRequest], in segments: Set<Int64>, of all: Set<Int64>, _ connection: ReadingConnection
  ) async throws -> [WordRequest: [HeldWord]] {
    let isFew = segments.count <= fewSegments && segments.count < all.count
    let among: SQLText = isFew ? "AND segment = ANY(\(.ids(segments.sorted())))" : ""
    let stems = requests.filter { !$0.isPrefix }.map(\.stem)
    let prefixes = requests.filter(\.isPrefix)
    var statements: [PostgresStatement] = []
    if !stems.isEmpty {
      // The primary key has these columns: the table itself is not read.
      let sql: SQLText = """
        SELECT stem, word, array_agg(segment), array_agg(chunks), array_agg(stem_chunks)
        FROM rag.postings WHERE stem = ANY(\(.texts(stems))) \(among) GROUP BY stem, word
        """
      statements.append(sql.statement)
    }
    for prefix in prefixes {
      let sql: SQLText = """
        SELECT stem, word, array_agg(segment), array_agg(chunks), array_agg(stem_chunks),
          array_agg(length(holders)), string_agg(holders, '')
        FROM rag.postings
        WHERE stem >= \(.text(prefix.stem)) COLLATE "C" AND stem < \(.text(prefix.stem + "\u{10FFFF}")) COLLATE "C"
          \(among)
        GROUP BY stem, word
        """
      statements.append(sql.statement)
    }
    var results = try await connection.pipeline(statements)[...]
    var words: [WordRequest: [HeldWord]] = [:]
    if !stems.isEmpty, let result = results.popFirst() {
      for row in result { words[WordRequest(stem: try row.read(0)), default: []] += try Self.words(row) }
    }
    for (prefix, result) in zip(prefixes, results) {
      for row in result {
        var read = try Self.words(row)
        for (index, holders) in try holders(row, 5).enumerated() { read[index].holders = holders }
        words[prefix, default: []] += read
      }
    }
    return words
  }

  /// Returns the chunks of words, as `Holders` writes them, by segment.
  ///
  /// - Parameter words: The segments that are needed of each; others may be among the found.
  static func holders(
    of words: [IndexedWord: [Int64]], _ connection: ReadingConnection
  ) async throws -> [IndexedWord: [Int64: ArraySlice<UInt8>]] {
    let columns = "stem, word, array_agg(segment), array_agg(length(holders)), string_agg(holders, '')"
    var statements: [PostgresStatement] = []
    let few = words.lazy.filter { $0.value.count <= fewSegments }.flatMap { word, segments in
      segments.map { (word: word, segment: $0) }
    }
    let many = words.lazy.filter { $0.value.count > fewSegments }.map(\.key)
    if !few.isEmpty {
      let sql: SQLText = """
        SELECT \(verbatim: columns) FROM rag.postings
        JOIN unnest(\(.texts(few.map(\.word.stem))), \(.texts(few.map(\.word.word))), \(.ids(few.map(\.segment))))
          AS wanted (stem, word, segment) USING (stem, word, segment)
        GROUP BY stem, word
        """
      statements.append(sql.statement)
    }
    if !many.isEmpty {
      // A quarter of the time of a join, which sorts what it has found.
      let sql: SQLText = """
        SELECT stem, word, segments, lengths, joined
        FROM unnest(\(.texts(many.map(\.stem))), \(.texts(many.map(\.word)))) AS wanted (stem, word), LATERAL (
          SELECT array_agg(segment) AS segments, array_agg(length(holders)) AS lengths,
            string_agg(holders, '') AS joined
          FROM rag.postings WHERE postings.stem = wanted.stem AND postings.word = wanted.word
        ) AS held WHERE segments IS NOT NULL
        """
      statements.append(sql.statement)
    }
    var found: [IndexedWord: [Int64: ArraySlice<UInt8>]] = [:]
    for result in try await connection.pipeline(statements) {
      for row in result {
        let segments: [Int] = try row.read(2)
        let word = IndexedWord(stem: try row.read(0), word: try row.read(1))
        found[word] = Dictionary(
          zip(segments.map(Int64.init), try holders(row, 3)), uniquingKeysWith: { first, _ in first })
      }
    }
    return found
  }

  private static func words(_ row: PostgresRow) throws -> [HeldWord] {
    let (stem, word): (String, String) = (try row.read(0), try row.read(1))
    let (segments, chunks, stemChunks): ([Int], [Int], [Int]) = (try row.read(2), try row.read(3), try row.read(4))
    return segments.indices.map {
      HeldWord(
        stem: stem, word: word, segment: Int64(segments[$0]), chunks: chunks[$0], stemChunks: stemChunks[$0])
    }
  }

  /// Takes apart holders that were joined, by their lengths in the column before.
  private static func holders(_ row: PostgresRow, _ column: Int) throws -> [ArraySlice<UInt8>] {
    let (lengths, joined): ([Int], [UInt8]) = (try row.read(column), try row.read(column + 1))
    var start = 0
    return lengths.map { length in
      defer { start += length }
      return joined[start..<start + length]
    }
  }
}
