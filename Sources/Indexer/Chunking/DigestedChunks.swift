import Embedding
import VectorStore

/// A document's chunks as an index stores them: from memory, or made again while they are stored.
struct DigestedChunks: Sequence, Sendable {
  let count: Int
  private let made: [DigestedChunk]
  private let again: DocumentChunks?

  /// Creates a sequence of chunks in memory.
  init(_ made: [DigestedChunk]) {
    (count, self.made, again) = (made.count, made, nil)
  }

  /// Creates a sequence that makes its chunks again, if there are too many for memory.
  init(makingAgain chunks: DocumentChunks, count: Int) {
    (self.count, made, again) = (count, [], chunks)
  }

  struct Iterator: IteratorProtocol {
    fileprivate var made: IndexingIterator<[DigestedChunk]>
    fileprivate var again: ChunkIterator?

    /// Returns the next chunk; if the task is cancelled while chunks are made, the last element is the error.
    mutating func next() -> Result<DigestedChunk, CancellationError>? {
      if let chunk = made.next() { return .success(chunk) }
      guard again != nil else { return nil }
      guard !Task.isCancelled else { return .failure(CancellationError()) }
      do {
        return try again?.next().map { .success(DigestedChunk($0)) }
      } catch {
        return .failure(error)
      }
    }
  }

  func makeIterator() -> Iterator { Iterator(made: made.makeIterator(), again: again?.makeIterator()) }
}

extension DigestedChunk {
  init(_ chunk: DocumentChunk) {
    self.init(chunk: chunk.chunk, digest: SHA256Digest.hexadecimal(of: chunk.encodedText))
  }
}
