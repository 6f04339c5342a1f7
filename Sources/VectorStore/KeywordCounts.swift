import GRDB

/// How many chunks hold a word, for as long as the index does not change: to count a common one takes a pass over the
/// chunks that hold it, and the same few words stand in every question.
struct KeywordCounts {
  private struct Word: Hashable {
    var table: String
    var word: String
  }

  /// A question has some ten words.
  private static let mostWords = 4096

  private var version: (epoch: Int64, generation: Int64)?
  private var counts: [Word: Int] = [:]

  /// Forgets the counts if the index has changed.
  mutating func update(from db: Database) throws {
    let current = try VectorCodes.version(of: db)
    if let version, version == current, counts.count < Self.mostWords { return }
    version = current
    counts = [:]
  }

  /// The number of all chunks: those are the slots that are not free.
  func chunks(in db: Database) throws -> Int {
    let free = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM free_slots")) ?? 0
    return try CodeBlocks.count(db) * IndexSchema.vectorsPerBlock - free
  }

  /// How many chunks match a pattern in one of the keyword indexes, `limit` at most.
  mutating func chunks(matching pattern: String, in table: String, limit: Int, _ db: Database) throws -> Int {
    let word = Word(table: table, word: pattern)
    if let known = counts[word] { return known }
    let count = try db.cachedStatement(
      sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(table) MATCH ? LIMIT ?)")
    let found = try Int.fetchOne(count, arguments: [pattern, limit]) ?? 0
    counts[word] = found
    return found
  }
}
