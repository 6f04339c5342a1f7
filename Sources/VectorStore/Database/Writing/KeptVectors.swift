import Embedding
import Foundation
import GRDB

/// The table of vectors kept for a document until all of them exist and it is stored: little-endian float32, by the
/// digest of the encoded text.
///
/// Searches ignore them. They survive an interrupted run.
enum KeptVectors {
  static func keep(_ vectors: [String: UnitVector], for folder: String, in db: Database) throws {
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO kept_vectors SELECT ?, id, ? FROM folders WHERE path = ?
        ON CONFLICT (digest) DO UPDATE SET vector = excluded.vector WHERE length(vector) <> length(excluded.vector)
        """)
    for (digest, vector) in vectors {
      try vector.elements.withUnsafeBufferPointer {
        try insert.execute(arguments: [digest, Data(buffer: $0), folder])
      }
    }
  }

  /// Returns the readable kept vectors of some digests, given as a JSON array.
  static func vectors(
    forDigests digests: String, dimensions: Int, in db: Database
  ) throws -> [String: UnitVector] {
    try Row.fetchAll(
      db, sql: "SELECT digest, vector FROM kept_vectors WHERE digest IN (SELECT value FROM json_each(?))",
      arguments: [digests]
    ).reduce(into: [:]) { $0[try $1.value(0)] = vector(try $1.value(1), dimensions: dimensions) }
  }

  /// Removes and returns the kept vector of a text, for the chunk that stores it.
  ///
  /// A repeated text gets the vector of a chunk already stored.
  static func take(_ digest: String, dimensions: Int, from db: Database) throws -> UnitVector {
    let kept = try db.cachedStatement(sql: "DELETE FROM kept_vectors WHERE digest = ? RETURNING vector")
    let stored = try db.cachedStatement(
      sql: "SELECT vector FROM chunks JOIN vectors ON chunk = id WHERE digest = ? ORDER BY id DESC LIMIT 1")
    let data = try Data.fetchOne(kept, arguments: [digest]) ?? Data.fetchOne(stored, arguments: [digest])
    guard let vector = data.flatMap({ vector($0, dimensions: dimensions) }) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a vector that was kept cannot be read")
    }
    return vector
  }

  /// Returns a stored vector; `nil` if it has another size, or its length is not one.
  static func vector(_ data: Data, dimensions: Int) -> UnitVector? {
    guard data.count == dimensions * MemoryLayout<Float>.size else { return nil }
    var elements = [Float](repeating: 0, count: dimensions)
    _ = elements.withUnsafeMutableBufferPointer { data.copyBytes(to: $0) }
    return UnitVector(stored: elements)
  }

  /// Moves the vectors kept for one folder to another.
  static func move(from folder: String, to other: String, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE kept_vectors SET folder = (SELECT id FROM folders WHERE path = ?)
        WHERE folder = (SELECT id FROM folders WHERE path = ?)
        """, arguments: [other, folder])
  }

  static func drop(for folder: String, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM kept_vectors WHERE folder = (SELECT id FROM folders WHERE path = ?)", arguments: [folder])
  }
}
