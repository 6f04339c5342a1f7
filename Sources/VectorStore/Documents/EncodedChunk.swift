public import Embedding

/// A chunk with its vector, ready to be stored.
public struct EncodedChunk: Sendable {
  /// The chunk to store.
  public var chunk: Chunk
  /// The SHA-256 digest of the encoded text. Chunks with the same digest have the same vector.
  public var digest: String
  /// The text's vector, in the index's space.
  public var vector: UnitVector

  /// Creates a chunk with its vector.
  public init(chunk: Chunk, digest: String, vector: UnitVector) {
    self.chunk = chunk
    self.digest = digest
    self.vector = vector
  }
}
