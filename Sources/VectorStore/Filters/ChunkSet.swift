/// A set of chunks as bits, since a document's chunks have consecutive ids.
struct ChunkSet {
  private var words: [Int64: UInt64] = [:]

  mutating func insert(_ chunk: Int64) {
    words[chunk >> 6, default: 0] |= 1 << UInt64(chunk & 63)
  }

  func contains(_ chunk: Int64) -> Bool {
    words[chunk >> 6].map { $0 >> UInt64(chunk & 63) & 1 == 1 } ?? false
  }
}
