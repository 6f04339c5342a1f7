/// A document whose chunks wait for their vectors: a worker encodes and stores them.
package struct QueuedDocument: Sendable, Hashable {
  package var document: Document
  /// All chunks, in order.
  package var chunks: [QueuedChunk]

  package init(document: Document, chunks: [QueuedChunk]) {
    (self.document, self.chunks) = (document, chunks)
  }
}
