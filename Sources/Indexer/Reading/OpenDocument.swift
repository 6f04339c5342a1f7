import VectorStore

/// A document whose chunks are put into batches, the rest of them into the next.
struct OpenDocument {
  let document: Document
  let chunks: DocumentChunks
  private var iterator: ChunkIterator
  /// Chunks that are in batches.
  private(set) var count = 0
  /// Bytes of the file that those batches count as theirs.
  private var bytes: Int64 = 0

  init(_ document: Document, _ chunks: DocumentChunks) {
    self.document = document
    self.chunks = chunks
    iterator = chunks.makeIterator()
  }

  mutating func next() throws(CancellationError) -> DocumentChunk? {
    guard let chunk = try iterator.next() else { return nil }
    count += 1
    return chunk
  }

  /// Bytes of the file up to a place in its text that were not counted yet.
  mutating func countBytes(to end: Int? = nil) -> Int64 {
    let end = min(document.size, end.map { Int64($0) } ?? document.size)
    defer { bytes = max(bytes, end) }
    return max(0, end - bytes)
  }
}
