import VectorStore

/// A document whose chunks are being added to batches.
struct OpenDocument {
  let document: Document
  let chunks: DocumentChunks
  private var iterator: ChunkIterator
  /// The number of chunks in batches.
  private(set) var count = 0
  /// The number of the file's bytes that those batches have counted.
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

  /// Counts the file's uncounted bytes up to an offset in its text, and returns their number.
  mutating func countBytes(to end: Int? = nil) -> Int64 {
    let end = min(document.size, end.map { Int64($0) } ?? document.size)
    defer { bytes = max(bytes, end) }
    return max(0, end - bytes)
  }
}
