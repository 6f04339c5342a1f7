import GRDB
import VectorStore

/// The reference of keyword search: FTS5's own `bm25`, through another connection to the same file.
///
/// A query's words are split at spaces; a word in an unspaced script is looked for by its pairs of characters.
struct FTS5KeywordSearch: KeywordSearch {
  private struct Hit {
    var chunk: Int64
    var score: Double
    var path: String
    var line: Int

    static func isBefore(_ left: Hit, _ right: Hit) -> Bool {
      if left.score != right.score { return left.score > right.score }
      if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
      return left.line < right.line
    }
  }

  /// Words of queries that have a stem in common: the stemmed index looks for it once.
  private static let stems = ["rotate": "rotat", "rotating": "rotat", "roses": "rose"]

  let database: DatabaseQueue

  init(_ path: String) throws {
    database = try DatabaseQueue(path: path)
  }

  func keywordMatches(_ query: String, limit: Int, where filter: SearchFilter) throws -> [KeywordMatch] {
    let words = query.split(separator: " ").flatMap { word in
      let word = Array(word)
      guard word.count > 2, !word.allSatisfy(\.isASCII) else { return [String(word)] }
      return zip(word, word.dropFirst()).map { "\($0)\($1)" }
    }
    var stems: Set<String> = []
    let stemmed = words.filter { stems.insert(Self.stems[$0] ?? $0).inserted }
    let paths = filter.paths.isEmpty ? nil : Set(filter.paths)
    var hits: [Int64: Hit] = [:]
    var matches: [Int64: KeywordMatch] = [:]
    for hit in try self.hits(words, in: "chunks_exact", among: paths).prefix(limit) {
      hits[hit.chunk] = hit
      matches[hit.chunk] = KeywordMatch(chunk: hit.chunk, exact: hit.score, stemmed: 0)
    }
    for hit in try self.hits(stemmed, in: "chunks_stemmed", among: paths).prefix(limit) {
      hits[hit.chunk] = hit
      matches[hit.chunk, default: KeywordMatch(chunk: hit.chunk, exact: 0, stemmed: 0)].stemmed = hit.score
    }
    let ranked = matches.values.compactMap { match in
      hits[match.chunk].map {
        Hit(chunk: match.chunk, score: 0.3 * match.exact + 0.7 * match.stemmed, path: $0.path, line: $0.line)
      }
    }
    return ranked.sorted(by: Hit.isBefore).compactMap { matches[$0.chunk] }
  }

  /// The chunks that hold any of the words, best first.
  private func hits(_ words: [String], in table: String, among paths: Set<String>?) throws -> [Hit] {
    try database.read { db in
      func pattern(_ words: [String]) -> String {
        words.map { $0.count == 1 && !$0.utf8.allSatisfy { $0 < 128 } ? "\"\($0)\" *" : "\"\($0)\"" }
          .joined(separator: " OR ")
      }
      let chunks = try Int.fetchOne(db, sql: "SELECT count(*) FROM chunks") ?? 0
      let count = "SELECT count(*) FROM \(table) WHERE \(table) MATCH ?"
      let counts = try words.map { try Int.fetchOne(db, sql: count, arguments: [pattern([$0])]) ?? 0 }
      var searched = words
      if chunks >= 1000 {
        let rare = zip(words, counts).filter { $0.count == 1 || $1 <= chunks / 2 }
        if rare.contains(where: { $1 > 0 }) { searched = rare.map(\.0) }
      }
      guard !searched.isEmpty else { return [] }
      let sql = """
        SELECT \(table).rowid, bm25(\(table), 2.0, 1.0), documents.path, first_line FROM \(table)
        JOIN chunks ON chunks.id = \(table).rowid JOIN documents ON documents.id = document WHERE \(table) MATCH ?
        """
      return try Row.fetchAll(db, sql: sql, arguments: [pattern(searched)])
        .map { Hit(chunk: $0[0], score: -($0[1] as Double), path: $0[2], line: $0[3]) }
        .filter { paths?.contains($0.path) ?? true }.sorted(by: Hit.isBefore)
    }
  }
}
