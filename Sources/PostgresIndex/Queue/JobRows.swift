import Foundation
import Postgres
import VectorStore

/// The rows of documents that wait for workers.
enum JobRows {
  /// Removes the jobs of all documents that a batch changes.
  static func drop(of batch: IndexBatch, in connection: PostgresConnection) async throws {
    var places: [(folder: String, path: String)] = []
    for change in batch.changes {
      switch change {
      case .replace(let document, _): places.append((document.folder, document.path))
      case .remove(let folder, let path): places.append((folder, path))
      case .keepChunks(let path, let formerFolder, let document):
        places.append((formerFolder ?? document.folder, path))
        places.append((document.folder, document.path))
      }
    }
    places += batch.documents.map { ($0.document.folder, $0.document.path) }
    places += batch.queued.map { ($0.document.folder, $0.document.path) }
    guard !places.isEmpty else { return }
    try await drop(
      where: """
        (folders.path, jobs.path) IN (
          SELECT * FROM unnest(\(.texts(places.map(\.folder))), \(.texts(places.map(\.path)))))
        """, in: connection)
  }

  /// Removes jobs, locking them in the order in which all do that.
  static func drop(where condition: SQLText, in connection: PostgresConnection) async throws {
    let sql: SQLText = """
      DELETE FROM rag.jobs WHERE id IN (
        SELECT jobs.id FROM rag.jobs JOIN rag.folders ON folders.id = jobs.folder WHERE \(condition)
        ORDER BY jobs.id FOR UPDATE OF jobs)
      """
    try await connection.query(sql.statement)
  }

  /// Adds a job for a document of a folder, which has none.
  static func insert(
    _ queued: QueuedDocument, in folder: Int64, _ connection: PostgresConnection
  ) async throws {
    let encoder = JSONEncoder()
    let document = String(decoding: try encoder.encode(queued.document), as: UTF8.self)
    let chunks = String(decoding: try encoder.encode(queued.chunks), as: UTF8.self)
    let sql: SQLText = """
      INSERT INTO rag.jobs (folder, path, size, modified, document, chunks, chunk_count)
      VALUES (\(.id(folder)), \(.text(queued.document.path)), \(.id(queued.document.size)),
        \(.id(queued.document.modified)), \(.text(document)), \(.text(chunks)), \(.int(queued.chunks.count)))
      """
    try await connection.query(sql.statement)
  }

  /// Reads a document from its columns `document` and `chunks`.
  static func queued(_ row: PostgresRow, from column: Int) throws -> QueuedDocument {
    let (document, chunks): (String, String) = (try row.read(column), try row.read(column + 1))
    let decoder = JSONDecoder()
    return QueuedDocument(
      document: try decoder.decode(Document.self, from: Data(document.utf8)),
      chunks: try decoder.decode([QueuedChunk].self, from: Data(chunks.utf8)))
  }

  /// Records that folders are completely stored if none of their documents waits any longer.
  static func noteStored(_ folders: Set<Int64>, in connection: PostgresConnection) async throws {
    // Of two workers that finish at once, the second sees what the first did.
    let lock: SQLText = """
      SELECT FROM rag.folders WHERE id = ANY(\(.ids(folders.sorted()))) ORDER BY id FOR NO KEY UPDATE
      """
    try await connection.query(lock.statement)
    let sql: SQLText = """
      UPDATE rag.folders SET indexed_at = queued_at, queued_at = 0
      WHERE id = ANY(\(.ids(folders.sorted()))) AND queued_at > 0
        AND NOT EXISTS (SELECT FROM rag.jobs WHERE jobs.folder = folders.id AND failure IS NULL)
      """
    try await connection.query(sql.statement)
  }
}
