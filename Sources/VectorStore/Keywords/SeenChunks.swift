import GRDB
import GRDBSQLite

/// The chunks that a restricted connection sees (`IndexScope`), by which words are weighed as if there were no others.
struct SeenChunks {
  private var chunks = ChunkSet()
  private(set) var count = 0
  /// The number of words in all of them.
  private(set) var words = 0

  /// Reads them; `nil` if the connection sees all chunks.
  init?(_ lengths: inout ChunkLengths, from db: Database) throws {
    guard try IndexScope.isIn(db) else { return nil }
    var ids: [Int64] = []
    try forEachRow(of: "SELECT id FROM chunks", arguments: [], in: db) { ids.append(sqlite3_column_int64($0, 0)) }
    try lengths.read(ids, ofAll: ids.count, from: db)
    for id in ids {
      chunks.insert(id)
      words += lengths[id] ?? 0
    }
    count = ids.count
  }

  func contains(_ chunk: Int64) -> Bool { chunks.contains(chunk) }
}
