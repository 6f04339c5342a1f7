import Embedding
import Foundation

/// A document with all that an index stores of it.
package struct WholeDocument: Sendable {
  /// The document, with its shape.
  package var document: Document
  /// Its chunks in order.
  package var chunks: [EncodedChunk]

  package init(document: Document, chunks: [EncodedChunk]) { (self.document, self.chunks) = (document, chunks) }

  /// Returns the SHA-256 digest of everything in it, in hexadecimal: equal documents have equal digests in every index.
  package func digest() throws -> String {
    var fields = DigestedFields()
    for text in [document.folder, document.path, document.title, document.digest] { fields.add(text) }
    for number in [document.size, document.modified] { fields.add(number) }
    fields.add(document.tags)
    try fields.add(encoding: document.places)
    fields.add(document.problem)
    try fields.add(encoding: document.shape)
    fields.add(Int64(chunks.count))
    for encoded in chunks {
      let chunk = encoded.chunk
      fields.add(chunk.text)
      fields.add(chunk.headingPath)
      for number in [chunk.lines.lowerBound, chunk.lines.upperBound, chunk.bytes.lowerBound, chunk.bytes.upperBound] {
        fields.add(Int64(number))
      }
      fields.add(chunk.tableHeader)
      fields.add(encoded.digest)
      fields.add(encoded.vector)
    }
    return fields.hexadecimal()
  }
}
