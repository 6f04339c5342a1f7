import Embedding
import VectorStore

extension FolderUpdate {
  /// Chunks of a long document that are in memory at a time, and kept together.
  private static let portion = 256

  /// Encodes and stores a long document.
  ///
  /// Its chunks are made twice: first their vectors are kept in the index, portion by portion, so that nothing of them
  /// is lost where the run ends, then the document is stored as a whole.
  mutating func store(_ document: Document, _ chunks: DocumentChunks, bytes: Int64) async throws {
    let bytesBefore = state.bytes
    state.path = document.path
    progress(state)
    var portion: [DocumentReader.DigestedChunk] = []
    var count = 0
    var iterator = chunks.makeIterator()
    while let chunk = try iterator.next() {
      portion.append(DocumentReader.DigestedChunk(chunk))
      count += 1
      guard portion.count == Self.portion else { continue }
      try await keepVectors(of: portion)
      state.bytes = bytesBefore + min(bytes, Int64(chunk.chunk.bytes.upperBound))
      progress(state)
      portion.removeAll(keepingCapacity: true)
    }
    try await keepVectors(of: portion)
    try await index.replace(document, withKnown: DigestedChunks(chunks: chunks))
    report.changed += 1
    state.files += 1
    state.bytes = bytesBefore + bytes
    state.chunks += count
    progress(state)
  }

  /// Encodes what is new in a portion, and keeps its vectors.
  private mutating func keepVectors(of portion: [DocumentReader.DigestedChunk]) async throws {
    try Task.checkCancellation()
    var known = try await index.knownDigests(among: Set(portion.map(\.digest)), keptAlone: rebuild)
    let new = portion.filter { known.insert($0.digest).inserted }
    if !new.isEmpty {
      let vectors = try await encoder.vectors(of: new.map(\.chunk.encodedText))
      state.phase = .encoding
      try await index.keepVectors(
        Dictionary(zip(new.map(\.digest), vectors)) { first, _ in first }, in: folder.path)
    }
    report.encodedChunks += new.count
    report.reusedChunks += portion.count - new.count
    state.encodedChunks += new.count
  }
}

/// A document's chunks as the index takes them, made while they are stored.
private struct DigestedChunks: Sequence, Sendable {
  let chunks: DocumentChunks

  struct Iterator: IteratorProtocol {
    var chunks: ChunkIterator

    /// Where the task is cancelled, the last element says so.
    mutating func next() -> Result<(chunk: Chunk, digest: String), CancellationError>? {
      do {
        return try chunks.next().map { .success(($0.chunk, DocumentReader.DigestedChunk($0).digest)) }
      } catch {
        return .failure(error)
      }
    }
  }

  func makeIterator() -> Iterator { Iterator(chunks: chunks.makeIterator()) }
}
