/// A chunk and what its vector is found by.
package struct DigestedChunk: Sendable {
  /// What is stored.
  package var chunk: Chunk
  /// The SHA-256 digest of the text that was encoded: chunks of the same digest have the same vector.
  package var digest: String

  package init(chunk: Chunk, digest: String) {
    self.chunk = chunk
    self.digest = digest
  }
}
