public import Embedding

/// A chunk with its vector, ready to be stored.
public struct EncodedChunk: Sendable {
  /// What is stored.
  public var chunk: Chunk
  /// The SHA-256 digest of the text that was encoded: chunks of the same digest have the same vector.
  public var digest: String
  /// The text's vector, of the index's space.
  public var vector: UnitVector

  /// Creates a chunk with its vector.
  public init(chunk: Chunk, digest: String, vector: UnitVector) {
    self.chunk = chunk
    self.digest = digest
    self.vector = vector
  }
}

/// One document's change.
///
/// A batch of changes is one transaction.
public enum IndexChange: Sendable {
  /// Stores the document and its chunks, in order, in place of what the index holds under its folder and path.
  case replace(Document, [EncodedChunk])
  /// Keeps the chunks of the document at a path under another record: a renamed file, or one whose date changed.
  ///
  /// The path is looked up as it was before the batch, in the record's folder or in another that is named, so that a
  /// batch may exchange two files' names. A document at the new path that is not itself kept is removed.
  case keepChunks(ofPath: String, in: String? = nil, as: Document)
  /// Removes the document and its chunks.
  case remove(folder: String, path: String)
}
