/// A chunk and the digest that identifies its vector.
package struct DigestedChunk: Sendable {
  /// The chunk to store.
  package var chunk: Chunk
  /// The SHA-256 digest of the encoded text. Chunks with the same digest have the same vector.
  package var digest: String

  package init(chunk: Chunk, digest: String) {
    self.chunk = chunk
    self.digest = digest
  }
}
