/// A part of a document that no chunk needs to part: as much of a block as fits.
struct Piece: Sendable {
  /// From the first to the last byte that is not blank; indentation at the beginning of a line is kept.
  var bytes: Range<Int>
  /// Tokens at most, when it is joined to others by white space.
  var tokens: Int
  /// What it costs to begin a chunk here, against the cost of a chunk that is much too short (1).
  var breakCost: Double
  /// The heading that it belongs to, or that it is.
  var section = 0
  var role = Role.body

  enum Role: Sendable {
    case body, heading, frontMatter
  }
}
