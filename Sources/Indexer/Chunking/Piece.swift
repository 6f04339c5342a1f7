/// A part of a document that need not be split between chunks: as much of a block as fits.
struct Piece: Sendable {
  /// From the first to the last byte that is not blank, including indentation at the beginning of a line.
  var bytes: Range<Int>
  /// The maximum number of tokens that it adds to others when joined by white space.
  var tokens: Int
  /// The cost of beginning a chunk here, relative to that of a chunk that is much too short (1).
  var breakCost: Double
  /// The section of the heading above it, or of the heading that it is.
  var section = 0
  var role = Role.body
  /// Whether a section begins here that is not to be in one chunk with what is before it.
  var beginsRecord = false
  /// The header of the table that the piece continues, which a chunk that begins with it repeats.
  var tableHeader: TableHeader?

  enum Role: Sendable {
    case body, heading, frontMatter
  }
}
