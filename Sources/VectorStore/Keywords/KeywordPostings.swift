import GRDB

/// The posting list of a word in a keyword index: the chunks that contain it, each with the word's contribution to its
/// BM25 score.
///
/// Takes four bytes per chunk: its position in a window of ids, and the number of its score. A score depends only on
/// how often a chunk contains the word and how long it is, so many chunks share one.
package struct KeywordPostings: Sendable {
  /// Chunks whose ids differ only in their lower 15 bits.
  struct Window: Sendable {
    /// The first id of the window, whether or not a chunk has it.
    var first: Int64
    /// The index of its first chunk in `places` and `numbers`.
    var start: Int
    /// The index in `scores` that its numbers count from.
    var score: Int
  }

  /// The number of ids in a window: their sums take 256 KiB, which stay in the processor's cache.
  static let window = 32_768

  /// Ascending; none is empty.
  let windows: [Window]
  /// Each chunk's id minus the first id of its window.
  let places: [UInt16]
  /// Each chunk's score, counted from its window's first.
  let numbers: [UInt16]
  let scores: [Double]

  /// The size in memory.
  package var bytes: Int {
    windows.count * MemoryLayout<Window>.stride + scores.count * MemoryLayout<Double>.stride
      + (places.count + numbers.count) * MemoryLayout<UInt16>.stride
  }

  /// Returns the range of a window's chunks in `places` and `numbers`.
  func range(ofWindow number: Int) -> Range<Int> {
    windows[number].start..<(number + 1 < windows.count ? windows[number + 1].start : places.count)
  }

  /// Reads all matches of a word's pattern in one pass; returns `nil` if more than `most` chunks match.
  ///
  /// Those that are not among the chunks seen do not exist for it.
  ///
  /// Cost: 0.07 µs per chunk. FTS5's own function takes ten times as long, since it looks up the length of every chunk.
  init?(
    _ pattern: String, in table: String, most: Int, among seen: SeenChunks?, _ lengths: inout ChunkLengths,
    _ db: Database
  ) throws {
    var reading = try PostingsReading(pattern, in: table, most: seen == nil ? most : .max, db)
    if let seen { reading.leave(seen) }
    guard reading.chunks.count <= most else { return nil }
    try lengths.read(reading.chunks, ofAll: Int(reading.allChunks), from: db)
    try self.init(
      reading.chunks, reading.frequencies, ofAll: Int(reading.allChunks), words: Int(reading.allWords)
    ) { chunk in
      guard let length = lengths[chunk] else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the length of chunk \(chunk) cannot be read")
      }
      return length
    }
  }

  /// Creates the posting list of a word.
  ///
  /// - Parameters:
  ///   - chunks: The chunks that contain the word, ascending.
  ///   - frequencies: How often each does; an occurrence in a heading counts twice.
  ///   - all: The number of all chunks.
  ///   - words: The number of words in all chunks.
  ///   - length: The number of words in a chunk.
  package init(
    _ chunks: [Int64], _ frequencies: [UInt32], ofAll all: Int, words: Int, length: (Int64) throws -> Int
  ) rethrows {
    let holders = try zip(chunks, frequencies).map { chunk, frequency in
      KeywordHolder(chunk: chunk, frequency: frequency, length: UInt32(clamping: try length(chunk)))
    }
    self.init(holders, ofAll: all, words: words)
  }

  /// Creates the posting list of a word from the chunks that contain it, ascending.
  package init(_ holders: [KeywordHolder], ofAll all: Int, words: Int) {
    var windows: [Window] = []
    var places: [UInt16] = []
    var numbers: [UInt16] = []
    places.reserveCapacity(holders.count)
    numbers.reserveCapacity(holders.count)
    var scores = WordScores(chunks: holders.count, ofAll: all, words: words)
    for holder in holders {
      let place = holder.chunk & Int64(Self.window - 1)
      if windows.last?.first != holder.chunk - place {
        scores.makeRoom(for: Self.window)
        windows.append(Window(first: holder.chunk - place, start: places.count, score: scores.first))
      }
      places.append(UInt16(place))
      numbers.append(scores.number(ofFrequency: holder.frequency, length: Int(holder.length)))
    }
    (self.windows, self.places, self.numbers, self.scores) = (windows, places, numbers, scores.all)
  }

  /// The number of chunks that contain the word.
  package var count: Int { places.count }
}
