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
  /// The header of the table that the chunk begins in the middle of, as it stands in the document, with its line of
  /// dashes; `nil` if it does not. It is encoded and searched with the text, but not part of it.
  public var tableHeader: String?

  /// Creates a chunk.
  public init(
    text: String, headingPath: [String], lines: ClosedRange<Int>, bytes: Range<Int>, tableHeader: String? = nil
  ) {
    self.text = text
    self.headingPath = headingPath
    self.lines = lines
    self.bytes = bytes
    self.tableHeader = tableHeader
  }
}
