extension KeywordPostings {
  /// Chunks whose scores are summed at a time: 256 KiB, which stay in the processor's cache.
  private static let window: UInt64 = 32_768

  /// The `limit` best chunks of those that hold any of some words and are among `passing`, and all that tie with the
  /// last of them; in no order.
  ///
  /// A chunk's score is the sum of what each word adds, in the order of the words, as FTS5 sums. Cost: 5 ns for each
  /// posting.
  static func best(_ limit: Int, ofAnyOf words: [KeywordPostings], among passing: ChunkSet?) -> [ScoredChunk] {
    var found: [ScoredChunk] = []
    var scores = BoundedHeap<Double>(capacity: limit)
    var sums = [Double](repeating: 0, count: Int(window))
    var next = [Int](repeating: 0, count: words.count)
    // A window of ids begins at the first that is left, wherever that is.
    while let first = zip(words, next).compactMap({ $1 < $0.chunks.count ? $0.chunks[$1].chunk : nil }).min() {
      let starts = next
      for (number, word) in words.enumerated() {
        while next[number] < word.chunks.count {
          let posting = word.chunks[next[number]]
          let place = UInt64(bitPattern: posting.chunk &- first)
          guard place < window else { break }
          sums[Int(place)] += posting.score
          next[number] += 1
        }
      }
      for (number, word) in words.enumerated() {
        for chunk in word.chunks[starts[number]..<next[number]].lazy.map(\.chunk) {
          let place = Int(chunk &- first)
          let score = sums[place]
          // A chunk of several words is taken once.
          sums[place] = 0
          guard score > 0 else { continue }
          if found.count >= limit, let worst = scores.smallest, score < worst { continue }
          if let passing, !passing.contains(chunk) { continue }
          found.append(ScoredChunk(chunk: chunk, score: score))
          scores.insert(score)
        }
      }
    }
    guard found.count > limit, let worst = scores.smallest else { return found }
    return found.filter { $0.score >= worst }
  }
}
