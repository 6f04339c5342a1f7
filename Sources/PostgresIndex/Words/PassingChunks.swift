import Postgres
import VectorStore

/// The chunks that pass a filter.
struct PassingChunks {
  private let segments: SegmentSet
  private let documents: Set<Int64>?
  private let held: Set<Int64>?
  private let excluded: Set<Int64>

  init(
    of filter: SearchFilter, in segments: SegmentSet, _ store: PostgresStore, _ connection: ReadingConnection
  ) async throws {
    self.segments = segments
    if let condition = try await filter.documents(in: connection) {
      let sql: SQLText = "SELECT documents.id FROM rag.documents WHERE \(condition)"
      documents = Set(try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) })
    } else {
      documents = nil
    }
    held = try await store.chunks(withPhrasesOf: filter, in: connection)
    excluded = try await store.chunks(withAnyOf: filter.excluded.phrases, in: connection)
  }

  /// Returns the chunks that pass and are not of some documents; `nil` if all are.
  func chunks(without leftOut: Set<Int64>) -> ChunkSet? {
    guard held != nil || !excluded.isEmpty else { return segments.chunks(ofDocuments: documents, without: leftOut) }
    let passing = segments.chunks(ofDocuments: documents, without: leftOut) ?? ChunkSet(ofAll: true)
    var chunks = ChunkSet()
    for chunk in held ?? Set(segments.allChunks) where passing.contains(chunk) && !excluded.contains(chunk) {
      chunks.insert(chunk)
    }
    return chunks
  }
}
