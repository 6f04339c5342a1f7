import VectorStore

/// The beginnings of sentences, as places to split a text that is too long.
enum SentenceBreaks {
  /// Returns the beginnings of the sentences in a byte range, including the first.
  static func starts(
    in bytes: [UInt8], _ range: Range<Int>, _ meter: WorkMeter
  ) throws(CancellationError) -> [Int] {
    var starts = [range.lowerBound]
    var index = range.lowerBound
    while index < range.upperBound {
      try meter.add(1)
      guard let length = SentenceEnd.stopLength(bytes[index..<range.upperBound]) else {
        index += 1
        continue
      }
      index += length
      while let length = SentenceEnd.markLength(bytes[index..<range.upperBound]) {
        try meter.add(1)
        index += length
      }
      var next = index
      while next < range.upperBound, bytes[next].isBlank { next += 1 }
      try meter.add(next - index)
      guard next < range.upperBound else { break }
      let isEnd = SentenceEnd.isEnd(
        bytes[range.lowerBound..<index], before: bytes[next..<range.upperBound],
        isLowercase: (0x61...0x7A).contains(bytes[next]), hasSpace: next > index)
      guard isEnd else { continue }
      starts.append(next)
      index = next
    }
    return starts
  }
}
