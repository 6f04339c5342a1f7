/// A table in a cell of another one, which is written on one line of that cell.
enum NestedTable {
  /// The most bytes of such a table; one with more is no part of a cell: its cell only arranges what is in it.
  static let longest = 1500

  /// Returns the rows on one line: `Monday, 9; Friday, 10`.
  static func text(of rows: [[String]]) -> String {
    rows.map { $0.compactMap(MarkdownWriter.oneLine).joined(separator: ", ") }.filter { !$0.isEmpty }
      .joined(separator: "; ")
  }
}
