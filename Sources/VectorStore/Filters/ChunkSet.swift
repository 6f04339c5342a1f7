/// A set of chunks as bits, since a document's chunks have consecutive ids.
package struct ChunkSet {
  private var words: [Int64: UInt64] = [:]
  /// Whether the bits are those of chunks that are not in the set.
  private let isComplement: Bool

  /// Creates a set of no chunk, or of all.
  package init(ofAll isComplement: Bool = false) { self.isComplement = isComplement }

  package mutating func insert(_ chunk: Int64) { set(chunk, to: !isComplement) }

  package mutating func remove(_ chunk: Int64) { set(chunk, to: isComplement) }

  package func contains(_ chunk: Int64) -> Bool {
    (words[chunk >> 6].map { $0 >> UInt64(chunk & 63) & 1 == 1 } ?? false) != isComplement
  }

  private mutating func set(_ chunk: Int64, to isSet: Bool) {
    let bit: UInt64 = 1 << UInt64(chunk & 63)
    if isSet { words[chunk >> 6, default: 0] |= bit } else { words[chunk >> 6, default: 0] &= ~bit }
  }
}
