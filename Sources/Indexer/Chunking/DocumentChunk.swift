package import VectorStore

/// A chunk, and the part of it that is encoded.
package struct DocumentChunk: Sendable, Hashable {
  /// The chunk to store.
  package var chunk: Chunk
  /// The document's title and the chunk's heading path, truncated from the left if too long.
  package var heading: String
  /// The byte offset in the chunk's text of what `heading` does not already say.
  package var bodyOffset: Int
  /// How many bytes of what follows are encoded; `nil` for all.
  package var encodedLength: Int?

  /// The text to encode: the heading path on a line of its own, the header of the table that the chunk continues, then
  /// the chunk without the leading headings that the path repeats.
  package var encodedText: String {
    let rest = chunk.text.utf8.dropFirst(bodyOffset)
    let body = encodedLength.map { rest.prefix($0) } ?? rest
    guard !body.isEmpty else { return heading }
    return [heading, chunk.tableHeader, String(decoding: body, as: UTF8.self)].compactMap { $0 }.joined(separator: "\n")
  }
}
