/// The first rows of a table, which say what its columns are: up to the line of dashes below them.
struct TableHeader: Sendable {
  /// Their bytes in the document.
  var bytes: Range<Int>
  /// The tokens that they add to a text.
  var tokens: Int

  /// The lines of a table among which its line of dashes must be.
  private static let firstLines = 6

  /// Returns the bytes of a table's header; `nil` if it has none, or nothing else.
  static func bytes(of table: Block, in text: DocumentText) throws(CancellationError) -> Range<Int>? {
    for line in table.lines.dropFirst().dropLast().prefix(firstLines) where try text.nextShape(line).isBelowHeader {
      return text.lineStarts[table.lines.lowerBound]..<text.line(line).upperBound
    }
    return nil
  }
}

extension LineShape {
  /// Whether the line ends a table's header in Markdown or Org, or in either form of reStructuredText.
  fileprivate var isBelowHeader: Bool {
    isTableDelimiter || (begins(with: "+=") && content.allSatisfy { "+=".utf8.contains($0) })
      || (begins(with: "==") && content.allSatisfy { "= ".utf8.contains($0) })
  }
}
