/// A self-contained part of a document: whole lines, the first and last of which are not blank.
package struct Block: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case frontMatter
    /// A heading, level 1 the highest, and its text without markers.
    case heading(level: Int, title: String)
    case paragraph
    case list
    case table
    case code
    case quote
    /// A definition in source code with the comment above it, its level, 1 the highest, and the line that names it.
    case definition(level: Int, title: String)
    /// Tags, directives and drawers: text that is partly for machines.
    case markup
  }

  package var kind: Kind
  /// Indices of the document's lines, from 0.
  package var lines: Range<Int>
}
