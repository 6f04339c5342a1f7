import Postgres

/// A part of the keyword index: the words of the chunks that one transaction stored, or that were merged.
///
/// PostgreSQL has no BM25, and ranking by its own full-text search reads every document that contains a word. So words
/// are in tables of our own.
///
/// A segment never changes, except that documents go: those that were removed, or stored again elsewhere, are in `gone`
/// until a merge drops their words. So what a search has read of a segment stays valid.
///
/// Searches read the lengths of chunks all over a large index, so they are kept close together: chunks whose ids follow
/// each other, as they do unless some were removed, take four bytes and their document.
final class WordSegment: Sendable {
  let id: Int64
  /// The number of chunks, those of documents that are gone included. A **place** is a chunk's number among them, by
  /// ascending id.
  let size: Int
  /// The first chunk.
  let first: Int64
  /// The last chunk.
  let last: Int64
  /// How many documents are gone.
  let goneCount: Int
  /// Whether all chunks are still there, and seen: then the numbers in `rag.postings` hold.
  var isWhole: Bool { chunkCount == size }
  /// The number of chunks that are still there.
  let chunkCount: Int
  /// The number of words in them.
  let wordCount: Int
  /// The document of each chunk.
  let documents: [Int64]
  /// The number of words in each chunk, headings included.
  private let lengths: [UInt32]
  /// The chunks; empty if their ids follow each other.
  private let chunks: [Int64]
  /// Whether each chunk's document is gone or not seen; empty if none are.
  private let isGone: [Bool]

  /// - Parameter seen: The documents that are seen; `nil` for all.
  init(
    id: Int64, chunks: [Int64], documents: [Int64], lengths: [Int], gone: Set<Int64>, seeing seen: Set<Int64>? = nil
  ) {
    self.id = id
    // Whoever may write to a folder may store arrays that do not fit each other.
    size = min(chunks.count, documents.count, lengths.count)
    (first, last) = size > 0 ? (chunks[0], chunks[size - 1]) : (0, -1)
    let areConsecutive = chunks.prefix(size).enumerated().allSatisfy { [first] in $1 == first &+ Int64($0) }
    self.chunks = areConsecutive ? [] : Array(chunks.prefix(size))
    self.documents = Array(documents.prefix(size))
    self.lengths = lengths.prefix(size).map { UInt32(clamping: $0) }
    goneCount = gone.count
    isGone =
      gone.isEmpty && seen == nil
      ? [] : self.documents.map { document in gone.contains(document) || seen?.contains(document) == false }
    var (left, words) = (0, 0)
    for place in 0..<size where isGone.isEmpty || !isGone[place] {
      left += 1
      words += Int(self.lengths[place])
    }
    (chunkCount, wordCount) = (left, words)
  }

  /// Reads `id`, `chunks`, `documents`, `lengths` and `gone`. Of documents that are not seen, it is as if they were
  /// gone.
  convenience init(_ row: PostgresRow, seeing seen: Set<Int64>? = nil) throws {
    let (chunks, documents, gone): ([Int], [Int], [Int]) = (try row.read(1), try row.read(2), try row.read(4))
    self.init(
      id: try DocumentRows.id(row, 0), chunks: chunks.map(Int64.init), documents: documents.map(Int64.init),
      lengths: try row.read(3), gone: Set(gone.map(Int64.init)), seeing: seen)
  }

  /// The columns that `init(_:)` reads.
  static let columns = "id, chunks, documents, lengths, gone"

  /// Returns the chunk at a place.
  func chunk(_ place: Int) -> Int64 { chunks.isEmpty ? first + Int64(place) : chunks[place] }
  /// Returns the number of words of the chunk at a place.
  func length(_ place: Int) -> Int { Int(lengths[place]) }
  /// Returns whether the document of the chunk at a place is still there.
  func isThere(_ place: Int) -> Bool { isGone.isEmpty || !isGone[place] }

  /// Returns the place of a chunk that is still there; `nil` if it is not in the segment.
  func place(of chunk: Int64) -> Int? {
    guard chunk >= first, chunk <= last else { return nil }
    var (low, high) = (0, size)
    if chunks.isEmpty {
      low = Int(chunk - first)
    } else {
      while low < high {
        let middle = (low + high) / 2
        if chunks[middle] < chunk { low = middle + 1 } else { high = middle }
      }
    }
    return low < size && self.chunk(low) == chunk && isThere(low) ? low : nil
  }

  /// Passes on the places of chunks that are still there and have a word, with how often they have it.
  func forEachHolder(of word: HeldWord, _ body: (_ place: Int, _ frequency: Int) -> Void) {
    if let holders = word.holders { forEachHolder(in: holders, body) }
  }

  /// Passes on the same, of what `Holders` has written.
  func forEachHolder(in holders: ArraySlice<UInt8>, _ body: (_ place: Int, _ frequency: Int) -> Void) {
    Holders.forEach(in: holders) { place, frequency in
      if place >= 0, place < size, isThere(place) { body(place, frequency) }
    }
  }
}
