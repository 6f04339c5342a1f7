import VectorStore

/// The segments of the keyword index that a transaction sees, and what BM25 needs to know of all of them.
final class SegmentSet: Sendable {
  /// Tells the sets of one `WordMemory` apart.
  let number: Int
  /// By their first chunks.
  let all: [WordSegment]
  let ids: Set<Int64>
  /// The number of chunks that are still there.
  let chunkCount: Int
  /// The number of words in them.
  let wordCount: Int
  /// Whether all segments are whole.
  let areWhole: Bool
  private let byID: [Int64: WordSegment]
  /// The first chunk of each segment.
  private let firstChunks: [Int64]
  /// The last chunk of each segment and those before it.
  private let lastChunks: [Int64]

  init(_ segments: [WordSegment], number: Int) {
    self.number = number
    all = segments.sorted { ($0.first, $0.id) < ($1.first, $1.id) }
    byID = Dictionary(segments.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    ids = Set(byID.keys)
    chunkCount = segments.reduce(0) { $0 + $1.chunkCount }
    wordCount = segments.reduce(0) { $0 + $1.wordCount }
    areWhole = segments.allSatisfy(\.isWhole)
    firstChunks = all.map(\.first)
    var last = Int64.min
    lastChunks = all.map { segment in
      last = max(last, segment.last)
      return last
    }
  }

  /// Returns the segment with an id.
  subscript(id: Int64) -> WordSegment? { byID[id] }

  /// Returns a chunk's segment and its place there; `nil` if no segment has the chunk.
  func find(_ chunk: Int64) -> (segment: WordSegment, place: Int)? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if firstChunks[middle] <= chunk { low = middle + 1 } else { high = middle }
    }
    // Few segments overlap: only documents that were moved have chunks among those of others.
    while low > 0, lastChunks[low - 1] >= chunk {
      low -= 1
      if let place = all[low].place(of: chunk) { return (all[low], place) }
    }
    return nil
  }

  // MARK: Words

  /// Returns how many chunks have any of some words: one word, or all of a stem or of a prefix. What `HeldWord` has
  /// read of holders must include the segments that are not whole, and a prefix's.
  func count(of words: [HeldWord]) -> Int {
    inSegments(words).reduce(0) { count, held in
      let (segment, words) = (held.segment, held.words)
      if segment.isWhole {
        if words.count == 1 { return count + words[0].chunks }
        if words.allSatisfy({ $0.stem == words[0].stem }) { return count + words[0].stemChunks }
      }
      return count + Self.frequencies(of: words, in: segment).count { $0 > 0 }
    }
  }

  /// Returns the postings of some words, each occurrence counted once, as BM25 weighs them. Their holders must have
  /// been read.
  ///
  /// Cost: 10 ns per chunk that has one.
  func postings(of words: [HeldWord]) -> KeywordPostings {
    // Only those there are counted, so that a word is as rare as if the others had never been.
    var holders: [KeywordHolder] = []
    holders.reserveCapacity(words.reduce(0) { $0 + ($1.holders?.count ?? 0) / 2 })
    for (segment, words) in inSegments(words) {
      func add(_ place: Int, _ frequency: Int) {
        holders.append(
          KeywordHolder(
            chunk: segment.chunk(place), frequency: UInt32(clamping: frequency),
            length: UInt32(clamping: segment.length(place))))
      }
      if words.count == 1 {
        segment.forEachHolder(of: words[0], add)
      } else {
        for (place, frequency) in Self.frequencies(of: words, in: segment).enumerated() where frequency > 0 {
          add(place, frequency)
        }
      }
    }
    if zip(holders, holders.dropFirst()).contains(where: { $0.chunk > $1.chunk }) {
      holders.sort { $0.chunk < $1.chunk }
    }
    return KeywordPostings(holders, ofAll: chunkCount, words: wordCount)
  }

  /// Returns the chunks that have some words, whose holders must have been read.
  func holders(of words: [HeldWord]) -> Set<Int64> {
    var chunks: Set<Int64> = []
    for word in words {
      guard let segment = byID[word.segment] else { continue }
      segment.forEachHolder(of: word) { place, _ in chunks.insert(segment.chunk(place)) }
    }
    return chunks
  }

  /// Groups words by their segments, which are in the order of `all`.
  private func inSegments(_ words: [HeldWord]) -> [(segment: WordSegment, words: [HeldWord])] {
    let bySegment = Dictionary(grouping: words, by: \.segment)
    return all.compactMap { segment in bySegment[segment.id].map { (segment, $0) } }
  }

  /// Returns how often each chunk of a segment has any of some words.
  private static func frequencies(of words: [HeldWord], in segment: WordSegment) -> [Int] {
    var frequencies = [Int](repeating: 0, count: segment.size)
    for word in words {
      segment.forEachHolder(of: word) { frequencies[$0] = frequencies[$0].addingReportingOverflow($1).partialValue }
    }
    return frequencies
  }

  // MARK: Chunks

  /// All chunks that are still there.
  var allChunks: [Int64] {
    all.flatMap { segment in (0..<segment.size).lazy.filter(segment.isThere).map(segment.chunk) }
  }

  /// Returns the chunks of the documents that pass; `nil` for `documents` lets all pass.
  func chunks(ofDocuments documents: Set<Int64>?, without leftOut: Set<Int64>) -> ChunkSet? {
    guard documents != nil || !leftOut.isEmpty else { return nil }
    var chunks = ChunkSet()
    for segment in all {
      for place in 0..<segment.size where segment.isThere(place) {
        let document = segment.documents[place]
        guard documents?.contains(document) ?? true, !leftOut.contains(document) else { continue }
        chunks.insert(segment.chunk(place))
      }
    }
    return chunks
  }
}
