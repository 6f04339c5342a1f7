/// A chunk that waits for its vector.
package struct QueuedChunk: Sendable, Hashable, Codable {
  /// The chunk to store.
  package var chunk: Chunk
  /// The SHA-256 digest of `text`.
  package var digest: String
  /// The text to encode.
  package var text: String

  package init(chunk: Chunk, digest: String, text: String) {
    (self.chunk, self.digest, self.text) = (chunk, digest, text)
  }
}
