/// A chunk found by its vector.
public struct VectorMatch: Sendable, Hashable {
  /// The chunk's row in the index, for `chunks(withIDs:)`.
  public var chunk: Int64
  /// The cosine of its vector and the one that was searched for, in −1 … 1.
  public var cosine: Float

  package init(chunk: Int64, cosine: Float) {
    self.chunk = chunk
    self.cosine = cosine
  }
}

/// A chunk found by words: two BM25 scores, larger is better, 0 where the chunk is not among that list's best.
package struct KeywordMatch: Sendable, Hashable {
  package var chunk: Int64
  package var exact: Double
  package var stemmed: Double

  package init(chunk: Int64, exact: Double, stemmed: Double) {
    self.chunk = chunk
    self.exact = exact
    self.stemmed = stemmed
  }
}

/// Where a chunk stands among the notes.
///
/// Chunks of equal score are put in this order, so that results do not depend on the order of indexing.
struct ChunkPlace: Comparable {
  var path: String
  var folder: String
  var line: Int
  var byte: Int
  var ordinal: Int

  static func < (left: ChunkPlace, right: ChunkPlace) -> Bool {
    if left.path.utf8.elementsEqual(right.path.utf8) == false {
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    if (left.line, left.byte) != (right.line, right.byte) {
      return (left.line, left.byte) < (right.line, right.byte)
    }
    if left.folder.utf8.elementsEqual(right.folder.utf8) == false {
      return left.folder.utf8.lexicographicallyPrecedes(right.folder.utf8)
    }
    return left.ordinal < right.ordinal
  }
}
