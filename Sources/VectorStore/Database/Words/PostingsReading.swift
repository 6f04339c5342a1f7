import GRDB
import GRDBSQLite

/// The postings of a word, read from FTS5 through a custom SQL function that gets every chunk with the word.
struct PostingsReading {
  private(set) var allChunks: Int64 = 0
  /// The number of words in all chunks.
  private(set) var allWords: Int64 = 0
  /// The chunks that contain the word; one more than `most` if there are more.
  private(set) var chunks: [Int64] = []
  /// How often each contains the word; an occurrence in a heading counts twice.
  private(set) var frequencies: [UInt32] = []
  private let most: Int

  init(_ pattern: String, in table: String, most: Int, _ db: Database) throws {
    self.most = most
    let statement = try db.cachedStatement(
      sql: "SELECT keyword_postings(\(table), ?) FROM \(table) WHERE \(table) MATCH ?")
    statement.setUncheckedArguments([nil, pattern])
    let failure = withUnsafeMutablePointer(to: &self) { reading in
      PostingsReading.bind(reading, to: statement.sqliteStatement)
      // The function is called for the first match, and iterates over all of them.
      let code = sqlite3_step(statement.sqliteStatement)
      let failure = code == SQLITE_ROW || code == SQLITE_DONE ? nil : DatabaseError(code, of: db)
      sqlite3_reset(statement.sqliteStatement)
      PostingsReading.bind(nil, to: statement.sqliteStatement)
      return failure
    }
    if let failure { throw failure }
  }

  /// Leaves out chunks that are not seen.
  mutating func leave(_ seen: SeenChunks) {
    let kept = chunks.indices.filter { seen.contains(chunks[$0]) }
    (chunks, frequencies) = (kept.map { chunks[$0] }, kept.map { frequencies[$0] })
    (allChunks, allWords) = (Int64(seen.count), Int64(seen.words))
  }

  /// Registers the SQL function with a connection that reads postings.
  static func registerFunction(in db: Database) throws {
    let api = UnsafeMutablePointer(mutating: FTS5.api(db))
    let code = api.pointee.xCreateFunction(api, "keyword_postings", nil, readPostings, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, of: db) }
  }

  private static func bind(_ reading: UnsafeMutablePointer<PostingsReading>?, to statement: SQLiteStatement) {
    // SQLite keeps the pointer to the name.
    let name: StaticString = "postings"
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) { name in
      _ = sqlite3_bind_pointer(statement, 1, reading, name, nil)
    }
  }

  /// Reads all chunks that match the phrase of the current match.
  fileprivate mutating func read(_ api: UnsafePointer<Fts5ExtensionApi>, _ match: OpaquePointer?) -> Int32 {
    var code = api.pointee.xRowCount(match, &allChunks)
    if code == SQLITE_OK { code = api.pointee.xColumnTotalSize(match, -1, &allWords) }
    guard code == SQLITE_OK else { return code }
    return withUnsafeMutablePointer(to: &self) { api.pointee.xQueryPhrase(match, 0, $0, readPosting) }
  }

  /// Adds one chunk; returns `SQLITE_DONE` once there are too many.
  fileprivate mutating func append(_ api: UnsafePointer<Fts5ExtensionApi>, _ match: OpaquePointer?) -> Int32 {
    var (column, offset): (Int32, Int32) = (-1, -1)
    var place = Fts5PhraseIter()
    let code = api.pointee.xPhraseFirst(match, 0, &place, &column, &offset)
    guard code == SQLITE_OK else { return code }
    var frequency: UInt32 = 0
    while column >= 0 {
      // The heading is the first column.
      frequency += column == 0 ? 2 : 1
      api.pointee.xPhraseNext(match, &place, &column, &offset)
    }
    chunks.append(api.pointee.xRowid(match))
    frequencies.append(frequency)
    return chunks.count > most ? SQLITE_DONE : SQLITE_OK
  }
}

/// The SQL function `keyword_postings(table, reading)`.
private func readPostings(
  _ api: UnsafePointer<Fts5ExtensionApi>?, _ match: OpaquePointer?, _ result: OpaquePointer?, _ count: Int32,
  _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  var code = SQLITE_MISUSE
  if let api, count == 1, let reading = sqlite3_value_pointer(values?[0], "postings") {
    code = reading.assumingMemoryBound(to: PostingsReading.self).pointee.read(api, match)
  }
  if code != SQLITE_OK { sqlite3_result_error_code(result, code) }
}

/// Called by FTS5 for each chunk that contains the word.
private func readPosting(
  _ api: UnsafePointer<Fts5ExtensionApi>?, _ match: OpaquePointer?, _ reading: UnsafeMutableRawPointer?
) -> Int32 {
  guard let api, let reading else { return SQLITE_MISUSE }
  return reading.assumingMemoryBound(to: PostingsReading.self).pointee.append(api, match)
}
