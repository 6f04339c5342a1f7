import Postgres
import Synchronization
import VectorStore

/// What searches of one index keep in memory of its words: the segments, and the postings of words searched lately.
///
/// A segment's postings never change, so only those of segments that are new are read again.
final class WordMemory: Sendable {
  /// The words of one stem, or that begin with a character, in the segments that were looked at.
  private struct Entry {
    var words: [HeldWord] = []
    var segments: Set<Int64> = []
    var lastUse = 0
    var bytes: Int { 256 + words.reduce(0) { $0 + 64 + 16 * $1.holders.count } }
  }

  private struct State {
    var segments = SegmentSet([])
    var entries: [WordRequest: Entry] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Mutex(State())

  /// The maximum number of bytes of postings kept.
  private static let mostBytes = 64 << 20

  /// Returns the segments that a transaction sees, reading those that are new or have lost documents.
  func segments(in connection: PostgresConnection) async throws -> SegmentSet {
    let current = try await connection.query("SELECT id, cardinality(gone) FROM rag.segments").map { row in
      (id: try DocumentRows.id(row, 0), gone: try row.read(1) as Int)
    }
    let known = state.withLock { $0.segments }
    let stale = current.filter { known[$0.id]?.goneCount != $0.gone }.map(\.id)
    guard !stale.isEmpty || current.count != known.all.count else { return known }
    var fresh: [Int64: WordSegment] = [:]
    if !stale.isEmpty {
      let sql: SQLText = """
        SELECT \(verbatim: WordSegment.columns) FROM rag.segments WHERE id = ANY(\(.ids(stale)))
        """
      for row in try await connection.query(sql.statement) {
        let segment = try WordSegment(row)
        fresh[segment.id] = segment
      }
    }
    let seen = SegmentSet(current.compactMap { fresh[$0.id] ?? known[$0.id] }.sorted { $0.id < $1.id })
    state.withLock { $0.segments = seen }
    return seen
  }

  /// Returns the words of each request in all of the segments.
  func words(
    for requests: Set<WordRequest>, in segments: SegmentSet, _ connection: PostgresConnection
  ) async throws -> [WordRequest: [HeldWord]] {
    let ids = Set(segments.all.map(\.id))
    var found: [WordRequest: Entry] = state.withLock { state in
      state.uses += 1
      return requests.reduce(into: [:]) { $0[$1] = state.entries[$1] ?? Entry() }
    }
    // Requests that lack the same segments are read together.
    let lacking = Dictionary(grouping: requests) { ids.subtracting(found[$0]?.segments ?? []) }
    for (missing, requests) in lacking where !missing.isEmpty {
      for (request, words) in try await read(requests, in: missing, connection) {
        found[request]?.words += words
      }
      for request in requests { found[request]?.segments.formUnion(missing) }
    }
    for request in requests {
      found[request]?.words.removeAll { !ids.contains($0.segment) }
      found[request]?.segments.formIntersection(ids)
    }
    keep(found)
    return found.mapValues(\.words)
  }

  private func read(
    _ requests: [WordRequest], in segments: Set<Int64>, _ connection: PostgresConnection
  ) async throws -> [WordRequest: [HeldWord]] {
    let columns = "stem, word, segment, holders"
    let stems = requests.filter { !$0.isPrefix }.map(\.stem)
    var statements: [PostgresStatement] = []
    if !stems.isEmpty {
      let sql: SQLText = """
        SELECT \(verbatim: columns) FROM rag.postings
        WHERE stem = ANY(\(.texts(stems))) AND segment = ANY(\(.ids(segments)))
        """
      statements.append(sql.statement)
    }
    let prefixes = requests.filter(\.isPrefix)
    for prefix in prefixes {
      let sql: SQLText = """
        SELECT \(verbatim: columns) FROM rag.postings
        WHERE stem >= \(.text(prefix.stem)) COLLATE "C" AND stem < \(.text(prefix.stem + "\u{10FFFF}")) COLLATE "C"
          AND segment = ANY(\(.ids(segments)))
        """
      statements.append(sql.statement)
    }
    var results = try await connection.pipeline(statements)[...]
    var words: [WordRequest: [HeldWord]] = [:]
    if !stems.isEmpty, let result = results.popFirst() {
      for row in result {
        words[WordRequest(stem: try row.read(0)), default: []].append(try HeldWord(row))
      }
    }
    for (prefix, result) in zip(prefixes, results) { words[prefix] = try result.map { try HeldWord($0) } }
    return words
  }

  /// Keeps what was read, dropping what was not used for the longest time.
  private func keep(_ found: [WordRequest: Entry]) {
    state.withLock { state in
      for (request, var entry) in found {
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
