package import VectorStore

/// A chunk, and what of it is encoded.
package struct DocumentChunk: Sendable, Hashable {
  /// The chunk as it is stored.
  package var chunk: Chunk
  /// The document's title and the chunk's heading path, cut from the left where they would be too long.
  package var heading: String
  /// Where in the chunk's text, in bytes, that begins which `heading` does not say already.
  package var bodyOffset: Int

  /// The text whose vector is the chunk's: the heading path on a line of its own, then the chunk without the headings
  /// at its beginning that the path repeats.
  package var encodedText: String {
    let body = chunk.text.utf8.dropFirst(bodyOffset)
    guard !body.isEmpty else { return heading }
    return heading + "\n" + String(decoding: body, as: UTF8.self)
  }
}
