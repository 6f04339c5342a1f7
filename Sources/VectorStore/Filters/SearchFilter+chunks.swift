import GRDB
import GRDBSQLite

extension SearchFilter {
  /// Returns the condition that a row of `chunks` must meet to pass; `nil` if all pass.
  func condition(in db: Database) throws -> Condition? {
    var conditions: [String] = []
    var arguments: [DatabaseValue] = []
    let occurring = try occurring(in: db)
    if let documents = try documents(in: db, occurring: occurring) {
      conditions.append("chunks.document IN (\(documents.sql))")
      arguments += documents.arguments
    }
    if let days = dayCondition(occurring: occurring) {
      conditions.append(days.sql)
      arguments += days.arguments
    }
    // Lists are bound as JSON, as in `documents(in:)`.
    let holders = """
      SELECT chunks_exact.rowid FROM json_each(?) AS wanted CROSS JOIN chunks_exact ON chunks_exact MATCH wanted.value
      """
    let phrases = Set(try phrases.compactMap { try KeywordQuery.pattern(ofPhrase: $0, in: db) })
    if !phrases.isEmpty {
      conditions.append("chunks.id IN (\(holders) GROUP BY chunks_exact.rowid HAVING count(*) = ?)")
      arguments += [try IndexRow.list(phrases.sorted()).databaseValue, phrases.count.databaseValue]
    }
    let excludedPhrases = Set(try excluded.phrases.compactMap { try KeywordQuery.pattern(ofPhrase: $0, in: db) })
    if !excludedPhrases.isEmpty {
      conditions.append("chunks.id NOT IN (\(holders))")
      arguments.append(try IndexRow.list(excludedPhrases.sorted()).databaseValue)
    }
    guard !conditions.isEmpty else { return nil }
    return Condition(sql: conditions.joined(separator: " AND "), arguments: arguments)
  }

  /// Returns the condition that a row of `chunks` must meet, where rows that the connection does not see must be left
  /// out by it; `nil` if it sees all, and all pass.
  private func restriction(in db: Database) throws -> Condition? {
    try condition(in: db) ?? (IndexScope.isIn(db) ? Condition(sql: "true", arguments: []) : nil)
  }

  /// Returns a bit mask of the slots, 16 per element, with the bits of chunks that pass set; `nil` if all pass.
  ///
  /// Cost: at most one pass over the document records, the search for the phrases, and 0.15 µs for each chunk that
  /// passes.
  func wanted(ofSlots slots: Int, in db: Database) throws -> [UInt16]? {
    let condition = try restriction(in: db)
    guard condition != nil || !leftOut.isEmpty else { return nil }
    var wanted = [UInt16](repeating: condition == nil ? .max : 0, count: slots / CodeLayout.panel)
    func slot(_ row: OpaquePointer) throws -> (index: Int, bit: UInt16) {
      let slot = Int(sqlite3_column_int64(row, 0))
      guard 0..<slots ~= slot else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a chunk has no place among the codes of vectors")
      }
      return (slot / CodeLayout.panel, 1 << (slot % CodeLayout.panel))
    }
    if let condition {
      try forEachRow(
        of: "SELECT slot FROM chunks WHERE \(condition.sql)", arguments: condition.arguments, in: db
      ) { row in
        let slot = try slot(row)
        wanted[slot.index] |= slot.bit
      }
    }
    try forEachRow(of: "SELECT slot FROM chunks WHERE document = ?", forEach: leftOut, in: db) { row in
      let slot = try slot(row)
      wanted[slot.index] &= ~slot.bit
      return true
    }
    return wanted
  }

  /// Returns the chunks that pass; `nil` if all do.
  ///
  /// Cost: that of `wanted(ofSlots:in:)`.
  func chunks(in db: Database) throws -> ChunkSet? {
    let condition = try restriction(in: db)
    guard condition != nil || !leftOut.isEmpty else { return nil }
    var chunks = ChunkSet(ofAll: condition == nil)
    if let condition {
      try forEachRow(
        of: "SELECT id FROM chunks WHERE \(condition.sql)", arguments: condition.arguments, in: db
      ) { row in chunks.insert(sqlite3_column_int64(row, 0)) }
    }
    try forEachRow(of: "SELECT id FROM chunks WHERE document = ?", forEach: leftOut, in: db) { row in
      chunks.remove(sqlite3_column_int64(row, 0))
      return true
    }
    return chunks
  }
}
