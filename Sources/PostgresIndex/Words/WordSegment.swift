import Postgres

/// A part of the keyword index: the words of the chunks that one transaction stored, or that were merged.
///
/// A segment never changes, except that documents go: those that were removed, or stored again elsewhere, are in `gone`
/// until a merge drops their words. So what a search has read of a segment stays valid.
final class WordSegment: Sendable {
  let id: Int64
  /// The chunks, ascending; a **place** is an index here.
  let chunks: [Int64]
  /// The document of each chunk.
  let documents: [Int64]
  /// The number of words in each chunk, headings included.
  let lengths: [Int]
  /// How many documents are gone.
  let goneCount: Int
  /// Whether each chunk's document is still there.
  let isThere: [Bool]

  init(id: Int64, chunks: [Int64], documents: [Int64], lengths: [Int], gone: Set<Int64>) {
    (self.id, self.chunks, self.documents, self.lengths) = (id, chunks, documents, lengths)
    goneCount = gone.count
    isThere = documents.map { !gone.contains($0) }
  }

  /// Reads `id`, `chunks`, `documents`, `lengths` and `gone`.
  convenience init(_ row: PostgresRow) throws {
    let (chunks, documents, gone): ([Int], [Int], [Int]) = (try row.read(1), try row.read(2), try row.read(4))
    self.init(
      id: try DocumentRows.id(row, 0), chunks: chunks.map(Int64.init), documents: documents.map(Int64.init),
      lengths: try row.read(3), gone: Set(gone.map(Int64.init)))
  }

  /// The columns that `init(_:)` reads.
  static let columns = "id, chunks, documents, lengths, gone"
}
