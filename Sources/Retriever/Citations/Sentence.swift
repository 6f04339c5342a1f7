/// A sentence of a passage, or a line that stands for one: a list item, a table row, a line of code.
package struct Sentence: Sendable, Hashable {
  package var text: String
  /// The lines of the document that it covers.
  package var lines: ClosedRange<Int>
  /// The part of it on each of the lines.
  package var parts: [String]
}
