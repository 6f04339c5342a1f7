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
    var others: Set<Int64> = []
    let occurring = try await filter.occurring(in: connection)
    if let condition = try await filter.documents(in: connection, occurring: occurring) {
      let sql: SQLText = "SELECT documents.id FROM rag.documents WHERE \(condition)"
      documents = Set(try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) })
      if let days = filter.dayCondition(occurring: occurring) {
        others = try await Self.chunks(of: condition, without: days, in: connection)
      }
    } else {
      documents = nil
    }
    held = try await store.chunks(withPhrasesOf: filter, in: connection)
    excluded = try await store.chunks(withAnyOf: filter.excluded.phrases, in: connection)
      .union(others)
  }

  /// Returns the chunks that pass and are not of some documents; `nil` if all are.
  func chunks(without leftOut: Set<Int64>) -> ChunkSet? {
    let passing = segments.chunks(ofDocuments: documents, without: leftOut)
    guard held != nil || !excluded.isEmpty else { return passing }
    var chunks = passing ?? ChunkSet(ofAll: true)
    if let held {
      chunks = ChunkSet()
      for chunk in held where passing?.contains(chunk) ?? true { chunks.insert(chunk) }
    }
    for chunk in excluded { chunks.remove(chunk) }
    return chunks
  }

  /// Returns the chunks of other days in documents that pass for some of their sections.
  private static func chunks(
    of condition: SQLText, without days: SQLText, in connection: ReadingConnection
  ) async throws -> Set<Int64> {
    let sql: SQLText = """
      SELECT chunks.id FROM \(verbatim: DocumentRows.chunksJoined)
      WHERE \(condition) AND NOT coalesce(\(days), false)
        AND (documents.id IN (SELECT document FROM rag.chunks WHERE first_day IS NOT NULL)
          OR documents.id IN (SELECT document FROM rag.note_calendars))
      """
    return Set(try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) })
  }
}
