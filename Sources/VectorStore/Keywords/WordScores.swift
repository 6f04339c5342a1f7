import Foundation

/// A word's contributions to the BM25 scores of the chunks that contain it, bit-identical to FTS5's `bm25(table, 2.0,
/// 1.0)`. Each score has a two-byte number.
package struct WordScores {
  private struct Known {
    var frequency: UInt32 = 0
    var length = 0
    var number: UInt16 = 0
  }

  package private(set) var all: [Double] = []
  /// The index in `all` of the score whose number is 0.
  package private(set) var first = 0
  private let weight: Double
  private let meanLength: Double
  /// A cache of the numbers of recent scores, by frequency and length.
  private var known: [Known]
  private static let kinds = 1024

  /// - Parameters:
  ///   - chunks: The number of chunks that contain the word.
  ///   - all: The number of all chunks.
  ///   - words: The number of words in all chunks.
  package init(chunks: Int, ofAll all: Int, words: Int) {
    let rarity = log((Double(all) - Double(chunks) + 0.5) / (Double(chunks) + 0.5))
    weight = rarity > 0 ? rarity : 1e-6
    meanLength = Double(words) / Double(all)
    known = Array(repeating: Known(), count: Self.kinds)
  }

  /// Makes room for `count` more numbered scores.
  package mutating func makeRoom(for count: Int) {
    guard all.count - first + count > Int(UInt16.max) + 1 else { return }
    first = all.count
    known = Array(repeating: Known(), count: Self.kinds)
  }

  /// Returns the number of the score of a chunk of `length` words that contains this one `frequency` times, at least
  /// once.
  package mutating func number(ofFrequency frequency: UInt32, length: Int) -> UInt16 {
    let kind = (length &* 4 &+ Int(frequency)) & (Self.kinds - 1)
    if known[kind].frequency != frequency || known[kind].length != length {
      known[kind] = Known(frequency: frequency, length: length, number: UInt16(all.count - first))
      all.append(score(frequency: Double(frequency), length: Double(length)))
    }
    return known[kind].number
  }

  private func score(frequency: Double, length: Double) -> Double {
    let (k1, b) = (1.2, 0.75)
    let share = (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * length / meanLength))
    return weight * share
  }
}
