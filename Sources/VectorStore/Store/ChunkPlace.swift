/// A chunk's position in the notes.
///
/// Orders chunks of equal score, so that results do not depend on the order of indexing.
package struct ChunkPlace: Comparable, Sendable {
  package var document: Int64
  package var path: String
  package var folder: String
  var line: Int
  var byte: Int
  var ordinal: Int

  package init(document: Int64, path: String, folder: String, line: Int, byte: Int, ordinal: Int) {
    (self.document, self.path, self.folder) = (document, path, folder)
    (self.line, self.byte, self.ordinal) = (line, byte, ordinal)
  }

  package static func < (left: ChunkPlace, right: ChunkPlace) -> Bool {
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
