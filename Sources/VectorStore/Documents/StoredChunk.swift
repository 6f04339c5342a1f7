/// A chunk read from an index, with its document.
public struct StoredChunk: Sendable, Hashable {
  /// The id of the chunk's row in the index.
  ///
  /// It changes when the document does.
  public var id: Int64
  /// The document that holds the chunk.
  public var document: Document
  /// The chunk's position in its document, from 0.
  public var ordinal: Int
  /// The chunk itself.
  public var chunk: Chunk

  package init(id: Int64, document: Document, ordinal: Int, chunk: Chunk) {
    self.id = id
    self.document = document
    self.ordinal = ordinal
    self.chunk = chunk
  }
}
