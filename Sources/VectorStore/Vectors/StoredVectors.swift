import Embedding
import Foundation
import GRDB
import GRDBSQLite

/// The table of an index's vectors: little-endian float32, one row per chunk, in the order of the chunks.
enum StoredVectors {
  /// Stores the vector of a chunk.
  static func insert(_ elements: UnsafeBufferPointer<Float>, ofChunk chunk: Int64, into db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO vectors VALUES (?, ?)").execute(arguments: [
      chunk, Data(buffer: elements),
    ])
  }

  /// Passes the chunk, slot and vector of the chunks for which `condition` holds to `body`, in its order.
  ///
  /// Throws if a vector is missing or has another size. `elements` is valid only during the call.
  static func forEach(
    where condition: String, _ arguments: [DatabaseValue] = [], dimensions: Int, in db: Database,
    _ body: (_ chunk: Int64, _ slot: Int, _ elements: UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: dimensions) { elements in
      try forEachRow(of: "\(columns) WHERE \(condition)", arguments: arguments, in: db) { row in
        try copyVector(of: row, to: elements)
        try body(sqlite3_column_int64(row, 0), Int(sqlite3_column_int64(row, 1)), UnsafeBufferPointer(elements))
      }
    }
  }

  /// Passes the chunk and vector of each slot to `body`, until it returns false.
  ///
  /// Throws if a vector is missing or has another size.
  static func forEach(
    slot slots: some Sequence<Int64>, dimensions: Int, in db: Database,
    while body: (_ chunk: Int64, _ elements: UnsafeBufferPointer<Float>) throws -> Bool
  ) throws {
    try forEach(of: "\(columns) WHERE slot = ?", slots, dimensions: dimensions, in: db, while: body)
  }

  /// Passes the vectors of those chunks that exist to `body`.
  static func forEach(
    chunk chunks: [Int64], dimensions: Int, in db: Database,
    _ body: (_ chunk: Int64, _ elements: UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    // Avoids reading each chunk's own row.
    let sql = "SELECT chunk, NULL, vector FROM vectors WHERE chunk = ?"
    try forEach(of: sql, chunks, dimensions: dimensions, in: db) { chunk, elements in
      try body(chunk, elements)
      return true
    }
  }

  private static func forEach(
    of sql: String, _ numbers: some Sequence<Int64>, dimensions: Int, in db: Database,
    while body: (_ chunk: Int64, _ elements: UnsafeBufferPointer<Float>) throws -> Bool
  ) throws {
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: dimensions) { elements in
      try forEachRow(of: sql, forEach: numbers, in: db) { row in
        try copyVector(of: row, to: elements)
        return try body(sqlite3_column_int64(row, 0), UnsafeBufferPointer(elements))
      }
    }
  }

  private static let columns = "SELECT id, slot, vector FROM chunks LEFT JOIN vectors ON vectors.chunk = chunks.id"

  /// Copies a vector, since SQLite does not align its blobs for floats.
  private static func copyVector(of row: OpaquePointer, to elements: UnsafeMutableBufferPointer<Float>) throws {
    let bytes = UnsafeMutableRawBufferPointer(elements)
    guard let blob = sqlite3_column_blob(row, 2), Int(sqlite3_column_bytes(row, 2)) == bytes.count else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "the vector of chunk \(sqlite3_column_int64(row, 0)) cannot be read")
    }
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: blob, count: bytes.count))
  }
}
