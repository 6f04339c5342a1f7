import Embedding
import Foundation
import GRDB

extension ChangeBatch {
  /// Keeps vectors by the digests of their texts, for a document of a folder that is stored later.
  mutating func keep(_ vectors: [String: UnitVector], in folder: String) throws {
    let space = try prepareForVectors()
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO kept_vectors SELECT ?, id, ? FROM folders WHERE path = ?")
    for (digest, vector) in vectors {
      guard vector.dimensions == space.dimensions else {
        throw SearchIndexError.wrongDimensions(expected: space.dimensions, found: vector.dimensions)
      }
      try vector.elements.withUnsafeBufferPointer {
        try statement.execute(arguments: [digest, Data(buffer: $0), folder])
      }
    }
  }

  /// Stores a document in place of the one at its path.
  ///
  /// The vectors of its chunks are those that were kept for their digests, and where none was, those of stored chunks.
  mutating func replace(
    _ document: Document, withKnown chunks: some Sequence<Result<(chunk: Chunk, digest: String), CancellationError>>
  ) throws {
    let space = try prepareForVectors()
    // The document's own chunks go before the new ones come.
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO kept_vectors
        SELECT chunks.digest, folder, vector FROM documents JOIN folders ON folders.id = folder
          JOIN chunks ON document = documents.id JOIN vectors ON chunk = chunks.id
        WHERE folders.path = ? AND documents.path = ?
        """, arguments: [document.folder, document.path])
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: space.dimensions) { elements in
      try replace(document, with: chunks, dimensions: space.dimensions) { batch, known, place in
        try Task.checkCancellation()
        let known = try known.get()
        let vector = try batch.takeVector(ofDigest: known.digest)
        guard let vector, vector.count == space.dimensions * MemoryLayout<Float>.size else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a vector that was kept cannot be read")
        }
        _ = vector.copyBytes(to: elements)
        try batch.insert(known.chunk, known.digest, UnsafeBufferPointer(elements), at: place)
      }
    }
  }

  /// The vector of a text, which is no longer kept then: the chunk that it is taken for has it.
  private func takeVector(ofDigest digest: String) throws -> Data? {
    let kept = try db.cachedStatement(sql: "DELETE FROM kept_vectors WHERE digest = ? RETURNING vector")
    if let vector = try Data.fetchOne(kept, arguments: [digest]) { return vector }
    let stored = try db.cachedStatement(
      sql: "SELECT vector FROM chunks JOIN vectors ON chunk = id WHERE digest = ? ORDER BY id DESC LIMIT 1")
    return try Data.fetchOne(stored, arguments: [digest])
  }
}
