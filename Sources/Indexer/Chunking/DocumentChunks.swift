import VectorStore

/// A document's chunks in order, made lazily, and again for each iterator.
///
/// Besides the document, a few hundred pieces are in memory at a time, or as many as its longest block has.
package struct DocumentChunks: Sendable {
  private let document: ParsedDocument
  private let chunker: Chunker
  private let stride: Int

  /// - Parameter stride: The number of pieces after which to check whether a prefix of the split is final. The chunks
  ///   do not depend on it.
  package init(of document: ParsedDocument, by chunker: Chunker, settlingEvery stride: Int = 256) {
    self.document = document
    self.chunker = chunker
    self.stride = stride
  }

  package func makeIterator() -> ChunkIterator { ChunkIterator(document, chunker, stride: stride) }

  /// Returns all chunks.
  package func all() throws(CancellationError) -> [DocumentChunk] {
    var iterator = makeIterator()
    var chunks: [DocumentChunk] = []
    while let chunk = try iterator.next() { chunks.append(chunk) }
    return chunks
  }
}
