/// A line, or a few, that a note consists of: what a list is made of.
package struct NoteEntry: Sendable, Hashable {
  /// What kind of line it is.
  package enum Form: Sendable, Hashable {
    /// A line of front matter, or of a list at the beginning of the note whose items are names with values:
    /// `* Status: **Implemented**`.
    case property
    case heading
    case tableRow
    case listItem
    case sentence
  }

  package var form: Form
  /// Whether it is a line of front matter.
  package var isFrontMatter = false
  /// The text without the signs of its form. The cells of a table row are separated by ` · `.
  package var text: String
  /// The lines of the file.
  package var lines: ClosedRange<Int>
  /// The chunk that contains its first line.
  package var chunk: Int
  /// What stands directly above it: the innermost heading, and the sentence before a list.
  package var intro: String
  /// The names of the table's columns.
  package var columns: [String]
  /// The other headings above it, and the items that it is nested in.
  package var outer: String
  /// The entries of one list or table have the same number.
  package var group: Int
  /// Whether it is a task, and then whether it is done.
  package var isDone: Bool?

  /// Whether no heading stands above it.
  var isOutermost: Bool { intro.allSatisfy(\.isNewline) && outer.isEmpty }
}
