import Embedding
import Foundation
import GRDB

extension SQLiteStore {
  package nonisolated func documentEntries() async throws -> [DocumentEntry] {
    let sql = """
      SELECT documents.id, folders.path, documents.path,
        (SELECT id FROM chunks WHERE document = documents.id AND ordinal = 0) AS first,
        (SELECT count(*) FROM chunks WHERE document = documents.id)
      FROM documents JOIN folders ON folders.id = folder ORDER BY first IS NULL, first, folders.path, documents.path
      """
    return try await read { db, _ in
      try Row.fetchAll(db, sql: sql).map {
        DocumentEntry(id: try $0.value(0), folder: try $0.value(1), path: try $0.value(2), chunks: try $0.value(4))
      }
    }
  }

  package nonisolated func contents(ofDocuments ids: [Int64]) async throws -> [Int64: WholeDocument] {
    let list = IndexRow.list(ofNumbers: ids).databaseValue
    return try await read { db, _ in
      var found = try Document.all(
        where: "documents.id IN (SELECT value FROM json_each(?))", arguments: [list], in: db
      ).mapValues { WholeDocument(document: $0, chunks: []) }
      let dimensions = try EmbeddingSpace.stored(in: db)?.dimensions ?? 0
      for id in Array(found.keys) {
        found[id]?.document.shape = try Self.shape(of: id, in: db)
        found[id]?.chunks = try Self.encodedChunks(of: id, dimensions: dimensions, in: db)
      }
      return found
    }
  }

  package nonisolated func keptDigests(in folder: String) async throws -> [String] {
    try await read { db, _ in
      try String.fetchAll(
        db,
        sql: """
          SELECT digest FROM kept_vectors WHERE folder = (SELECT id FROM folders WHERE path = ?) ORDER BY digest
          """, arguments: [folder])
    }
  }

  /// Returns the chunks of a document in order, with the vectors that are stored for them.
  private static func encodedChunks(of document: Int64, dimensions: Int, in db: Database) throws -> [EncodedChunk] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT chunks.id, digest, vector, \(Chunk.columns) FROM chunks LEFT JOIN vectors ON chunk = chunks.id
        WHERE document = ? ORDER BY ordinal
        """)
    return try Row.fetchAll(statement, arguments: [document]).map { row in
      let id: Int64 = try row.value(0)
      let data: Data? = try row.value(2)
      guard let vector = data.flatMap({ KeptVectors.vector($0, dimensions: dimensions) }) else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the vector of chunk \(id) cannot be read")
      }
      return EncodedChunk(chunk: try Chunk(row, from: 3, id: id), digest: try row.value(1), vector: vector)
    }
  }
}
