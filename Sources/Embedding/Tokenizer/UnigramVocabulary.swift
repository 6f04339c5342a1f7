/// The pieces of a unigram vocabulary with their log probabilities, in a hash table.
struct UnigramVocabulary: Sendable {
  /// All pieces, one after the other.
  private var bytes: [UInt8] = []
  /// The end of each piece in `bytes`.
  private var ends: [Int32] = []
  /// Open addressing: the id of a piece, or −1. At least twice as many slots as pieces.
  private var table: [Int32] = []
  private(set) var scores: [Float] = []
  /// The number of bytes of the longest piece.
  private(set) var longest = 0

  /// The number of pieces.
  var count: Int { scores.count }

  /// The score of a character that is no piece: less likely than any piece, by SentencePiece's `kUnkPenalty`.
  private(set) var unknownScore = 0.0
  private static let unknownPenalty = 10.0

  /// Adds a piece, whose id is the number of those before it.
  mutating func append(_ piece: some Collection<UInt8>, score: Float) {
    bytes += piece
    ends.append(Int32(bytes.count))
    scores.append(score)
    longest = max(longest, piece.count)
  }

  /// Builds the table, after the last piece.
  mutating func index() {
    unknownScore = Double(scores.min() ?? 0) - Self.unknownPenalty
    var capacity = 16
    while capacity < count * 2 { capacity *= 2 }
    var table = [Int32](repeating: -1, count: capacity)
    bytes.withUnsafeBufferPointer { bytes in
      for id in scores.indices {
        let range = range(of: id)
        var hash = Hash()
        for byte in bytes[range] { hash.add(byte) }
        var slot = hash.slot(in: capacity)
        while table[slot] >= 0, !bytes[self.range(of: Int(table[slot]))].elementsEqual(bytes[range]) {
          slot = (slot + 1) & (capacity - 1)
        }
        // Of equal pieces, the last counts, as in Hugging Face's tokenizers.
        table[slot] = Int32(id)
      }
    }
    self.table = table
  }

  private func range(of id: Int) -> Range<Int> { (id == 0 ? 0 : Int(ends[id - 1]))..<Int(ends[id]) }

  /// Calls `body` with the end and the id of each piece that begins at `start`, the shortest first.
  func forEachPiece(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (_ end: Int, _ id: Int32) -> Void
  ) {
    var hash = Hash()
    var end = start
    let last = min(text.count, start + longest)
    while end < last {
      hash.add(text[end])
      end += 1
      guard end == text.count || text[end] & 0xC0 != 0x80 else { continue }
      var slot = hash.slot(in: table.count)
      while table[slot] >= 0 {
        let range = range(of: Int(table[slot]))
        if range.count == end - start, bytes[range].elementsEqual(text[start..<end]) {
          body(end, table[slot])
          break
        }
        slot = (slot + 1) & (table.count - 1)
      }
    }
  }

  /// FNV-1a, which grows by a byte at a time (Fowler, Noll and Vo: RFC 9923).
  private struct Hash {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    func slot(in capacity: Int) -> Int { Int(truncatingIfNeeded: value ^ value >> 32) & (capacity - 1) }
  }
}
