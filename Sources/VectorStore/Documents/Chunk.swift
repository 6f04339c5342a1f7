/// A stored piece of a document, the unit of search and citation.
public struct Chunk: Sendable, Hashable, Codable {
  /// The text as it appears in the document, without the heading path.
  public var text: String
  /// The headings above the piece, outermost first.
  public var headingPath: [String]
  /// The lines of the document that the chunk covers, counted from 1.
  public var lines: ClosedRange<Int>
  /// The byte range of the document that the chunk covers, in UTF-8 without a byte-order mark.
  public var bytes: Range<Int>

  /// Creates a chunk.
  public init(text: String, headingPath: [String], lines: ClosedRange<Int>, bytes: Range<Int>) {
    self.text = text
    self.headingPath = headingPath
    self.lines = lines
    self.bytes = bytes
  }
}
