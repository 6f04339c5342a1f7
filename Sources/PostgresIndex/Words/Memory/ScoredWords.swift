import Synchronization
import VectorStore

/// The postings of words searched lately, as they are weighed in one set of segments: a change of the index changes how
/// rare every word is.
final class ScoredWords: Sendable {
  struct Word: Hashable, Sendable {
    var request: WordRequest
    /// As `rag.postings` has it; `nil` for all words of the request.
    var word: String?
  }

  private struct State {
    /// `SegmentSet.number`.
    var set = 0
    var postings: [Word: (postings: KeywordPostings, lastUse: Int)] = [:]
    var counts: [Word: Int] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Mutex(State())

  /// The maximum number of bytes kept, as in a file (`KeywordMemory`).
  private static let mostBytes = 16 << 20

  /// The maximum number of words whose counts are kept: about a megabyte.
  private static let mostCounts = 10_000

  /// Returns how many chunks have a word, counted by `count` if it is not known.
  func count(of word: Word, in segments: SegmentSet, _ count: () -> Int) -> Int {
    let known = state.withLock { $0.set == segments.number ? $0.counts[word] : nil }
    if let known { return known }
    let counted = count()
    state.withLock { state in
      guard Self.turn(&state, to: segments) else { return }
      if state.counts.count >= Self.mostCounts { state.counts = [:] }
      state.counts[word] = counted
    }
    return counted
  }

  /// Forgets what is known of an older set. Returns whether there is none newer: transactions that see an older one may
  /// still run.
  private static func turn(_ state: inout State, to segments: SegmentSet) -> Bool {
    if segments.number > state.set {
      (state.set, state.postings, state.counts, state.bytes) = (segments.number, [:], [:], 0)
    }
    return segments.number == state.set
  }

  func postings(of word: Word, in segments: SegmentSet) -> KeywordPostings? {
    state.withLock { state in
      guard state.set == segments.number, let known = state.postings[word]?.postings else { return nil }
      state.uses += 1
      state.postings[word]?.lastUse = state.uses
      return known
    }
  }

  /// Keeps the postings of a word, dropping those that were not used for the longest time.
  func keep(_ postings: KeywordPostings, of word: Word, in segments: SegmentSet) {
    guard postings.bytes <= Self.mostBytes / 16 else { return }
    state.withLock { state in
      guard Self.turn(&state, to: segments) else { return }
      state.uses += 1
      state.bytes += postings.bytes - (state.postings[word]?.postings.bytes ?? 0)
      state.postings[word] = (postings, state.uses)
      guard state.bytes > Self.mostBytes else { return }
      for (word, known) in state.postings.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
        guard state.bytes > Self.mostBytes / 2 else { return }
        state.postings[word] = nil
        state.bytes -= known.postings.bytes
      }
    }
  }
}
