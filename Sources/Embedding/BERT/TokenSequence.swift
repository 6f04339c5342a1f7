/// The tokens of a text, or of two texts one after the other, with special tokens.
struct TokenSequence: Sendable, Hashable {
  var ids: [Int32]
  /// The number of tokens in the first segment; those of a second text are in the second segment.
  var firstSegment: Int

  init(_ ids: [Int32], firstSegment: Int? = nil) {
    self.ids = ids
    self.firstSegment = firstSegment ?? ids.count
  }

  var count: Int { ids.count }
}
