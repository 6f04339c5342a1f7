import VectorStore

/// The segments of the keyword index that a transaction sees, and what BM25 needs to know of all of them.
struct SegmentSet: Sendable {
  let all: [WordSegment]
  /// The number of chunks that are still there.
  let chunkCount: Int
  /// The number of words in them.
  let wordCount: Int
  private let byID: [Int64: WordSegment]

  init(_ segments: [WordSegment]) {
    all = segments
    byID = Dictionary(segments.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var (chunks, words) = (0, 0)
    for segment in segments {
      for (place, isThere) in segment.isThere.enumerated() where isThere {
        chunks += 1
        words += segment.lengths[place]
      }
    }
    (chunkCount, wordCount) = (chunks, words)
  }

  /// Returns the segment with an id.
  subscript(id: Int64) -> WordSegment? { byID[id] }

  /// Returns the postings of some words, each occurrence counted once, as BM25 weighs them; `nil` if more than `most`
  /// chunks have one.
  func postings(of words: [HeldWord], most: Int = .max) -> KeywordPostings? {
    // Only those there are counted, so that a word is as rare as if the others had never been.
    var held: [(chunk: Int64, frequency: Int, length: Int)] = []
    for word in words {
      guard let segment = byID[word.segment] else { continue }
      for (place, frequency) in word.holders where segment.isThere.indices.contains(place) && segment.isThere[place] {
        held.append((segment.chunks[place], frequency, segment.lengths[place]))
      }
    }
    held.sort { $0.chunk < $1.chunk }
    var chunks: [Int64] = []
    var frequencies: [UInt32] = []
    var lengths: [Int64: Int] = [:]
    for (chunk, frequency, length) in held {
      if chunks.last == chunk {
        frequencies[frequencies.count - 1] += UInt32(clamping: frequency)
      } else {
        chunks.append(chunk)
        frequencies.append(UInt32(clamping: frequency))
        lengths[chunk] = length
      }
    }
    guard chunks.count <= most else { return nil }
    return KeywordPostings(chunks, frequencies, ofAll: chunkCount, words: wordCount) { lengths[$0] ?? 0 }
  }

  /// Returns the chunks that have some words.
  func holders(of words: [HeldWord]) -> Set<Int64> {
    var chunks: Set<Int64> = []
    for word in words {
      guard let segment = byID[word.segment] else { continue }
      for (place, _) in word.holders where segment.isThere.indices.contains(place) && segment.isThere[place] {
        chunks.insert(segment.chunks[place])
      }
    }
    return chunks
  }

  /// All chunks that are still there.
  var allChunks: Set<Int64> {
    Set(all.lazy.flatMap { segment in zip(segment.chunks, segment.isThere).lazy.filter(\.1).map(\.0) })
  }

  /// Returns the chunks of the documents that pass; `nil` for `documents` lets all pass.
  func chunks(ofDocuments documents: Set<Int64>?, without leftOut: Set<Int64>) -> ChunkSet? {
    guard documents != nil || !leftOut.isEmpty else { return nil }
    var chunks = ChunkSet()
    for segment in all {
      for (place, document) in segment.documents.enumerated() where segment.isThere[place] {
        guard documents?.contains(document) ?? true, !leftOut.contains(document) else { continue }
        chunks.insert(segment.chunks[place])
      }
    }
    return chunks
  }
}
