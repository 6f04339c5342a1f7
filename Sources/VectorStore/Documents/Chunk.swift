/// A stored piece of a document: what is searched, and what is cited.
public struct Chunk: Sendable, Hashable, Codable {
  /// The piece as it stands in the document, without its heading path.
  public var text: String
  /// The headings above the piece, outermost first.
  public var headingPath: [String]
  /// The lines of the document that the piece covers, counted from 1.
  public var lines: ClosedRange<Int>
  /// The bytes of the document that the piece covers, in its UTF-8 form without a byte-order mark.
  public var bytes: Range<Int>

  /// Creates a chunk.
  public init(text: String, headingPath: [String], lines: ClosedRange<Int>, bytes: Range<Int>) {
    self.text = text
    self.headingPath = headingPath
    self.lines = lines
    self.bytes = bytes
  }
}

/// A chunk read back from an index, with the document it belongs to.
public struct StoredChunk: Sendable, Hashable {
  /// The chunk's row in the index.
  ///
  /// It changes when the document does.
  public var id: Int64
  /// The document that holds the chunk.
  public var document: Document
  /// The chunk's place among the chunks of its document, from 0.
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
