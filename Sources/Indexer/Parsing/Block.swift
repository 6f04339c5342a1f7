/// A part of a document that stands by itself: whole lines, the first and the last of them not blank.
struct Block: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case frontMatter
    /// A heading, level 1 the highest, and what it says without its marks.
    case heading(level: Int, title: String)
    case paragraph
    case list
    case table
    case code
    case quote
    /// Tags, directives and drawers: text that is partly for machines.
    case markup
  }

  var kind: Kind
  /// Places in the document's list of lines, from 0.
  var lines: Range<Int>
}
