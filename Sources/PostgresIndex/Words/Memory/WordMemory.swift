import Postgres
import Synchronization
import VectorStore

/// What searches of one index keep in memory of its words: the segments, and the words searched lately. All connections
/// of a process share it.
///
/// A segment's postings never change, so only those of segments that are new are read again.
final class WordMemory: Sendable {
  /// The words of one stem, or that begin with a character, in the segments that were looked at.
  struct Entry: Sendable {
    var words: [HeldWord] = []
    var segments: Set<Int64> = []
    /// The `SegmentSet.number` of these segments, if they are all of one set.
    var set: Int?
    var lastUse = 0
    var bytes = 0

    mutating func measure() {
      bytes = 256 + segments.count * 16
      for word in words { bytes += MemoryLayout<HeldWord>.stride + (word.holders?.count ?? 0) }
    }
  }

  private struct State {
    var segments = SegmentSet([], number: 0)
    var lastSet = 0
    var entries: [WordRequest: Entry] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Mutex(State())
  /// The documents whose words are seen; `nil` for all.
  private let documents: Set<Int64>?
  /// The postings of words as they are weighed in one set of segments.
  let scored = ScoredWords()

  /// The maximum number of bytes of entries: the words of hundreds of queries in a million chunks.
  private static let mostBytes = 64 << 20

  init(of documents: Set<Int64>? = nil) { self.documents = documents }

  /// Returns the segments that a transaction sees, reading those that are new or have lost documents.
  func segments(in connection: ReadingConnection) async throws -> SegmentSet {
    let row = try await connection.query(Self.currentSegments).first
    let ids: [Int64] = (try row?.read(0) as [Int]? ?? []).map(Int64.init)
    let gone: [Int] = try row?.read(1) ?? []
    let known = state.withLock { $0.segments }
    let stale = zip(ids, gone).filter { known[$0]?.goneCount != $1 }.map(\.0)
    if stale.isEmpty, ids.count == known.all.count { return known }
    var fresh: [Int64: WordSegment] = [:]
    if !stale.isEmpty {
      let sql: SQLText = """
        SELECT \(verbatim: WordSegment.columns) FROM rag.segments WHERE id = ANY(\(.ids(stale)))
        """
      for row in try await connection.query(sql.statement) {
        let segment = try WordSegment(row, seeing: documents)
        fresh[segment.id] = segment
      }
    }
    let seen = ids.compactMap { fresh[$0] ?? known[$0] }
    return state.withLock { state in
      state.lastSet += 1
      state.segments = SegmentSet(seen, number: state.lastSet)
      return state.segments
    }
  }

  private static let currentSegments: PostgresStatement =
    "SELECT array_agg(id), array_agg(cardinality(gone)) FROM rag.segments HAVING count(*) > 0"

  /// Returns the words of each request in all of the segments: how many chunks have each, and the chunks of those that
  /// are wanted. Of segments that are not whole, and of words that begin with a character, the chunks are always
  /// there.
  func words(
    for wanted: [WordRequest: WantedHolders], in segments: SegmentSet, _ connection: ReadingConnection
  ) async throws -> [WordRequest: [HeldWord]] {
    var found: [WordRequest: Entry] = state.withLock { state in
      state.uses += 1
      return wanted.reduce(into: [:]) { $0[$1.key] = state.entries[$1.key] ?? Entry() }
    }
    // Requests that lack the same segments are read together.
    let outdated = wanted.keys.filter { found[$0]?.set != segments.number }
    let lacking = Dictionary(grouping: outdated) { segments.ids.subtracting(found[$0]?.segments ?? []) }
    for (missing, requests) in lacking where !missing.isEmpty {
      for (request, words) in try await WordRows.words(for: requests, in: missing, of: segments.ids, connection) {
        found[request]?.words += words.lazy.filter { missing.contains($0.segment) }
      }
    }
    for request in outdated {
      found[request]?.words.removeAll { !segments.ids.contains($0.segment) }
      found[request]?.segments = segments.ids
      found[request]?.set = segments.number
    }
    var needed: [IndexedWord: [Int64]] = [:]
    for (request, holders) in wanted where !segments.areWhole || !holders.isNone {
      for word in found[request]?.words ?? [] where word.holders == nil {
        guard holders.contains(word.word) || segments[word.segment]?.isWhole == false else { continue }
        needed[IndexedWord(stem: word.stem, word: word.word), default: []].append(word.segment)
      }
    }
    var changed = Set(outdated)
    if !needed.isEmpty {
      let read = try await WordRows.holders(of: needed, connection)
      for request in wanted.keys {
        guard var entry = found.removeValue(forKey: request) else { continue }
        for index in entry.words.indices where entry.words[index].holders == nil {
          let word = entry.words[index]
          guard let holders = read[IndexedWord(stem: word.stem, word: word.word)]?[word.segment] else { continue }
          entry.words[index].holders = holders
          changed.insert(request)
        }
        found[request] = entry
      }
    }
    keep(found, changed)
    return found.mapValues(\.words)
  }

  /// Keeps what was read, dropping what was not used for the longest time.
  private func keep(_ found: [WordRequest: Entry], _ changed: Set<WordRequest>) {
    state.withLock { state in
      for (request, var entry) in found {
        guard changed.contains(request) else {
          state.entries[request]?.lastUse = state.uses
          continue
        }
        entry.measure()
        entry.lastUse = state.uses
        state.bytes += entry.bytes - (state.entries[request]?.bytes ?? 0)
        state.entries[request] = entry
      }
      guard state.bytes > Self.mostBytes else { return }
      for (request, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
        guard state.bytes > Self.mostBytes / 2 else { return }
        state.entries[request] = nil
        state.bytes -= entry.bytes
      }
    }
  }
}
