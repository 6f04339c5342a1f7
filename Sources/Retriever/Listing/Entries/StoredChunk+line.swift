import VectorStore

extension [StoredChunk] {
  /// Returns the place of the first of a note's chunks, which are in order, that has a line; `nil` if none has.
  func place(ofLine line: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].chunk.lines.upperBound < line { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].chunk.lines.contains(line) ? low : nil
  }
}
