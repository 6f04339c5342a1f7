/// A sentence of a passage, or a line that stands for one: a list item, a table row, a line of code.
package struct Sentence: Sendable, Hashable {
  package var text: String
  /// The lines of the document it stands on.
  package var lines: ClosedRange<Int>
  /// What of it stands on each of the lines.
  package var parts: [String]
}
