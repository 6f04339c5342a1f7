import Embedding
import Foundation
import GRDB
import GRDBSQLite

/// The table of an index's vectors: little-endian float32, one row for each chunk, in the order of the chunks.
enum StoredVectors {
  /// Keeps the vector of a chunk.
  static func insert(_ elements: UnsafeBufferPointer<Float>, ofChunk chunk: Int64, into db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO vectors VALUES (?, ?)").execute(arguments: [
      chunk, Data(buffer: elements),
    ])
  }

  /// Hands out the chunk, slot and vector of the chunks for which `condition` holds, in its order.
  ///
  /// Throws where a vector is not there or of another size. `elements` is valid during the call alone.
  static func forEach(
    where condition: String, _ arguments: [DatabaseValue] = [], dimensions: Int, in db: Database,
    _ body: (_ chunk: Int64, _ slot: Int, _ elements: UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    try forEach(
      of: "SELECT id, slot, vector FROM chunks LEFT JOIN vectors ON vectors.chunk = chunks.id WHERE \(condition)",
      arguments, dimensions: dimensions, in: db, body)
  }

  /// Hands out the vectors of those of the chunks that are there.
  ///
  /// Half the cost of `forEach(where:)`, which reads each chunk's own row too.
  static func forEach(
    ofChunks ids: [Int64], dimensions: Int, in db: Database,
    _ body: (_ chunk: Int64, _ elements: UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    try forEach(
      of: "SELECT chunk, NULL, vector FROM vectors WHERE chunk IN (SELECT value FROM json_each(?))",
      [IndexRow.list(ofNumbers: ids).databaseValue], dimensions: dimensions, in: db
    ) { chunk, _, elements in try body(chunk, elements) }
  }

  private static func forEach(
    of sql: String, _ arguments: [DatabaseValue], dimensions: Int, in db: Database,
    _ body: (_ chunk: Int64, _ slot: Int, _ elements: UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    // SQLite's blobs stand where they like; a copy stands where floats do.
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: dimensions) { elements in
      try forEachRow(of: sql, arguments: arguments, in: db) { row in
        let chunk = sqlite3_column_int64(row, 0)
        guard
          let blob = sqlite3_column_blob(row, 2),
          Int(sqlite3_column_bytes(row, 2)) == dimensions * MemoryLayout<Float>.size
        else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the vector of chunk \(chunk) cannot be read")
        }
        UnsafeMutableRawBufferPointer(elements).copyMemory(
          from: UnsafeRawBufferPointer(start: blob, count: dimensions * MemoryLayout<Float>.size))
        try body(chunk, Int(sqlite3_column_int64(row, 1)), UnsafeBufferPointer(elements))
      }
    }
  }
}
