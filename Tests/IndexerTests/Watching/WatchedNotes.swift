import Embedding
import Foundation
import Indexer
import Synchronization
import TestSupport
import VectorStore

/// Notes that an `IndexWatch` follows, and what it says. It is stopped with the last reference to it.
final class WatchedNotes: Sendable {
  let fixture: IndexerFixture
  private let said = Mutex<[String]>([])
  private let work = Mutex<Task<Void, Never>?>(nil)

  /// What it has said so far: names of events, and counts.
  var events: [String] { said.withLock { $0 } }

  init(_ notes: [String: String] = ["a.md": "# A\n\nThe first.\n"]) async throws {
    fixture = try await IndexerFixture(notes)
  }

  deinit { work.withLock { $0?.cancel() } }

  var intervals: WatchIntervals {
    var intervals = WatchIntervals()
    // Longer than the pause that is waited for after a change.
    intervals.polling = .milliseconds(400)
    intervals.folders = .milliseconds(20)
    intervals.everything = .seconds(3600)
    intervals.reconnecting = .milliseconds(20)
    intervals.retry = .milliseconds(20)
    intervals.retryAfterFailure = .milliseconds(100)
    return intervals
  }

  func start(
    named folders: [String]? = nil, events: (any FolderWatch)? = nil, comeback: Duration = .milliseconds(20)
  ) async throws {
    let encoder = fixture.encoder
    var intervals = intervals
    intervals.comeback = comeback
    let watch = IndexWatch(
      of: try TestStore.watched(fixture.index), folders: folders ?? [fixture.notesPath], intervals: intervals,
      events: events, encoder: { encoder }
    ) { [weak self] event in self?.said.withLock { $0.append(Self.word(for: event)) } }
    let task = Task { [weak self] in
      do { try await watch.run() } catch { self?.said.withLock { $0.append("ended: \(error)") } }
    }
    work.withLock { $0 = task }
    try await wait { $0.events.contains { $0.hasPrefix("following") } }
  }

  func stop() async {
    let task = work.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  /// Waits until something is so, and fails after a minute and 500 looks: other tests may leave the watch no time in a
  /// minute, but then there are few looks, too.
  func wait(until isSo: (WatchedNotes) async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    var looks = 0
    while try await !isSo(self) {
      looks += 1
      guard ContinuousClock.now < end || looks < 500 else { throw Late(events: events, looks: looks) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Waits until the index has exactly these notes.
  func waitForPaths(_ paths: String...) async throws {
    try await wait { try await $0.fixture.paths() == paths.sorted() }
  }

  struct Late: Error {
    var events: [String]
    var looks: Int
  }

  private static func word(for event: IndexWatchEvent) -> String {
    switch event {
    case .following(let folders): "following \(folders.count)"
    case .polling(_, let reason): "polling: \(reason)"
    case .updated(let reports):
      "updated \(reports.reduce(0) { $0 + $1.changed }) \(reports.reduce(0) { $0 + $1.moved }) "
        + "\(reports.reduce(0) { $0 + $1.removed })"
    case .lost: "lost"
    case .found: "found"
    case .left: "left"
    case .taken(_, let other): "taken by \(other.name)"
    case .unreachable: "unreachable"
    case .reachable: "reachable"
    case .waiting: "waiting"
    case .failed(let error): "failed: \(error)"
    }
  }
}
