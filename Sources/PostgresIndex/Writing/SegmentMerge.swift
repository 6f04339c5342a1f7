import Postgres

/// Merges segments of the keyword index: those that have lost documents, whose words go, and the small ones, so that a
/// search reads few rows for each word.
enum SegmentMerge {
  /// The chunks of a segment from which it is no longer merged.
  static let largeSegment = 2048
  /// The number of small segments that are left alone: each update makes one.
  static let mostSmallSegments = 8

  private struct Summary {
    var id: Int64
    var chunks: Int
    var gone: Int
  }

  /// Merges some segments of one folder, and returns whether there were any to merge.
  static func run(in connection: PostgresConnection) async throws -> Bool {
    var byFolder: [Int64: [Summary]] = [:]
    for row in try await connection.query(
      "SELECT id, cardinality(chunks), cardinality(gone), folder FROM rag.segments ORDER BY id"
    ) {
      byFolder[try DocumentRows.id(row, 3), default: []].append(
        Summary(id: try DocumentRows.id(row, 0), chunks: try row.read(1), gone: try row.read(2)))
    }
    for (folder, all) in byFolder.sorted(by: { $0.key < $1.key }) {
      let taken = segmentsToMerge(all)
      guard !taken.isEmpty else { continue }
      try await merge(taken, of: folder, in: connection)
      return true
    }
    return false
  }

  /// Returns those of a folder's segments that should become one.
  private static func segmentsToMerge(_ all: [Summary]) -> [Int64] {
    let small = all.filter { $0.chunks < largeSegment }
    let damaged = all.filter { $0.gone > 0 }
    var wanted = damaged.isEmpty ? [] : damaged
    if small.count > mostSmallSegments { wanted += small.filter { $0.gone == 0 } }
    // As many as make one large segment, or a larger one by itself.
    var (taken, chunks): ([Int64], Int) = ([], 0)
    for summary in wanted where taken.isEmpty || chunks + summary.chunks <= 2 * largeSegment {
      taken.append(summary.id)
      chunks += summary.chunks
    }
    return taken.count > 1 || !damaged.isEmpty ? taken : []
  }

  private static func merge(_ ids: [Int64], of folder: Int64, in connection: PostgresConnection) async throws {
    let columns: SQLText = """
      SELECT \(verbatim: WordSegment.columns) FROM rag.segments WHERE id = ANY(\(.ids(ids))) FOR UPDATE
      """
    let segments = try await connection.query(columns.statement).map { try WordSegment($0) }
    var chunks: [(chunk: Int64, document: Int64, length: Int)] = []
    for segment in segments {
      for place in 0..<segment.size where segment.isThere(place) {
        chunks.append((segment.chunk(place), segment.documents[place], segment.length(place)))
      }
    }
    chunks.sort { $0.chunk < $1.chunk }
    let places = Dictionary(chunks.enumerated().map { ($1.chunk, $0) }, uniquingKeysWith: { $1 })
    let byID = Dictionary(segments.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var holders: [IndexedWord: [(place: Int, frequency: Int)]] = [:]
    let postings: SQLText = "SELECT stem, word, segment, holders FROM rag.postings WHERE segment = ANY(\(.ids(ids)))"
    for row in try await connection.query(postings.statement) {
      guard let segment = byID[try DocumentRows.id(row, 2)] else { continue }
      let word = IndexedWord(stem: try row.read(0), word: try row.read(1))
      let bytes: [UInt8] = try row.read(3)
      segment.forEachHolder(in: bytes[...]) { place, frequency in
        guard let place = places[segment.chunk(place)] else { return }
        holders[word, default: []].append((place, frequency))
      }
    }
    for word in holders.keys { holders[word]?.sort { $0.place < $1.place } }
    if !chunks.isEmpty {
      try await SegmentBuilder.store(
        chunks: chunks.map(\.chunk), documents: chunks.map(\.document), lengths: chunks.map(\.length),
        holders: holders, in: folder, connection)
    }
    let delete: SQLText = "DELETE FROM rag.segments WHERE id = ANY(\(.ids(ids)))"
    try await connection.query(delete.statement)
  }
}
