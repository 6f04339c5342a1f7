import Embedding
import Postgres
package import VectorStore

extension PostgresStore {
  package func documentEntries() async throws -> [DocumentEntry] {
    try await rows(
      """
      SELECT documents.id, folders.path, documents.path, coalesce(held.count, 0)::bigint
      FROM \(verbatim: DocumentRows.joined) LEFT JOIN (
        SELECT document, min(id) AS first, count(*) AS count FROM rag.chunks GROUP BY document
      ) AS held ON held.document = documents.id
      ORDER BY held.first NULLS LAST, folders.path, documents.path
      """
    ).map {
      DocumentEntry(
        id: try DocumentRows.id($0, 0), folder: try $0.read(1), path: try $0.read(2), chunks: try $0.read(3))
    }
  }

  package func contents(ofDocuments ids: [Int64]) async throws -> [Int64: WholeDocument] {
    guard !ids.isEmpty else { return [:] }
    return try await read { [path] connection in
      let documents: SQLText = """
        SELECT \(verbatim: DocumentRows.columns), documents.id FROM \(verbatim: DocumentRows.joined)
        WHERE documents.id = ANY(\(.ids(ids)))
        """
      let chunks: SQLText = """
        SELECT \(verbatim: DocumentRows.chunkColumns), chunks.document, digest, vector
        FROM rag.chunks LEFT JOIN rag.vectors ON chunk = chunks.id
        WHERE chunks.document = ANY(\(.ids(ids))) ORDER BY chunks.document, ordinal
        """
      var found: [Int64: WholeDocument] = [:]
      for row in try await connection.query(documents.statement) {
        found[try DocumentRows.id(row, DocumentRows.count)] = WholeDocument(
          document: try DocumentRows.document(row), chunks: [])
      }
      for (id, shape) in try await Self.shapes(where: "documents.id = ANY(\(.ids(ids)))", in: connection) {
        found[id]?.document.shape = shape
      }
      for row in try await connection.query(chunks.statement) {
        let first = DocumentRows.chunkCount
        guard let vector = UnitVector(stored: try row.read(first + 2) as [Float]? ?? []) else {
          throw SearchIndexError.corrupt(
            path: path, reason: "the vector of chunk \(try DocumentRows.id(row, 0)) cannot be read")
        }
        found[try DocumentRows.id(row, first)]?.chunks.append(
          EncodedChunk(
            chunk: try DocumentRows.chunk(row, from: 0), digest: try row.read(first + 1), vector: vector))
      }
      return found
    }
  }

  package func keptDigests(in folder: String) async throws -> [String] {
    try await rows(
      """
      SELECT digest FROM rag.kept_vectors
      WHERE folder = (SELECT id FROM rag.folders WHERE path = \(.text(folder))) ORDER BY digest
      """
    ).map { try $0.read(0) }
  }
}
