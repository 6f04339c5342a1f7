import Foundation
import Indexer
import Postgres
import PostgresIndex
import Synchronization
import TestSupport
import Testing
import VectorStore

/// Folders of an index in a database, each of which one process follows.
@Suite struct SharedWatchTests {
  private func intervals() -> WatchIntervals {
    var intervals = WatchIntervals()
    (intervals.folders, intervals.retry) = (.milliseconds(50), .milliseconds(50))
    intervals.reconnecting = .milliseconds(50)
    return intervals
  }

  private func watch(
    _ notes: SharedNotes, _ folders: [String], onEvent: @escaping @Sendable (IndexWatchEvent) -> Void = { _ in }
  ) -> IndexWatch {
    let encoder = notes.encoder
    return IndexWatch(
      of: WatchedDatabase(notes.address), folders: folders, intervals: intervals(), encoder: { encoder },
      onEvent: onEvent)
  }

  private func wait(until isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !isSo() {
      try #require(ContinuousClock.now < end)
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test(.timeLimit(.minutes(5))) func aFolderIsFollowedByOneProcessWhichIsNamed() async throws {
    let notes = try await SharedNotes(2)
    let other = try await SharedNotes(1)
    let first = watch(notes, [notes.folder.path])
    let work = Task { try await first.run() }
    let index = try await notes.open()
    let process = ProcessInfo.processInfo.processIdentifier
    try await wait { try await index.watchers().first?.folders == [notes.folder.path] }
    #expect(
      try await index.watchers() == [IndexWatcher(processID: process, folders: [notes.folder.path])])
    // Neither the folder nor one inside it, but any other.
    try notes.folder.write("# In\n\nA note.\n", to: "in/note.md")
    for folder in [notes.folder.path, notes.folder.path + "/in"] {
      await #expect(
        throws: IndexingError.watchedFolder(folder, index: notes.address.description, by: "process \(process)")
      ) { try await watch(notes, [folder]).run() }
    }
    let second = watch(notes, [other.folder.path])
    let otherWork = Task { try await second.run() }
    try await wait { try await index.watchers().count == 2 }
    try await wait { try await index.documents(in: other.folder.path).map(\.path) == ["0.md"] }
    try notes.write(2)
    try await wait { try await index.documents(in: notes.folder.path).count == 4 }
    for work in [work, otherWork] {
      work.cancel()
      await #expect(throws: CancellationError.self) { try await work.value }
    }
    try await wait { try await index.watchers().isEmpty }
  }

  @Test(.timeLimit(.minutes(5))) func aServerThatRestartsIsWaitedForAndCaughtUpWith() async throws {
    let notes = try await SharedNotes(2, on: try await PostgresServer())
    let events = Mutex<[String]>([])
    let watch = watch(notes, [notes.folder.path]) { event in
      events.withLock { events in
        switch event {
        case .following: events.append("following")
        case .unreachable: events.append("unreachable")
        case .reachable: events.append("reachable")
        case .failed(let error): events.append("failed: \(error)")
        default: break
        }
      }
    }
    let work = Task { try await watch.run() }
    try await wait { events.withLock { $0.last } == "following" }
    try await notes.server.stop()
    try await wait { events.withLock { $0.last } == "unreachable" }
    try notes.write(5)
    try await notes.server.start()
    try await wait { events.withLock { $0.contains("reachable") } }
    try await wait { try await notes.open().documents(in: notes.folder.path).count == 3 }
    #expect(try await notes.open().watchers().map(\.folders) == [[notes.folder.path]])
    #expect(events.withLock { events in !events.contains { $0.hasPrefix("failed") } })
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  /// Its files are not those of the same path here.
  @Test func aFolderThatAnotherMachineFollowsIsNotLookedAt() async throws {
    let notes = try await SharedNotes(2)
    _ = try await notes.update()
    try notes.write(2)
    let index = try await notes.open()
    #expect(try await index.waitingFiles(within: .seconds(10))?.new == 1)
    let session = try await PostgresConnection.connect(to: notes.address)
    try await session.query("SET application_name = 'rag watch 12 elsewhere'")
    let folder = notes.folder.path
    try await session.query("SELECT pg_advisory_lock(\(0x5241_4756), hashtext('\(folder)'))")
    #expect(try await index.watchers() == [IndexWatcher(processID: 12, host: "elsewhere", folders: [folder])])
    let refresh = try await IndexRefresh(of: index, lookingFor: .seconds(10)) { notes.encoder }
    #expect(refresh.waiting?.count == 0 && refresh.reports.isEmpty)
    #expect(try await index.documents(in: folder).count == 2)
    await session.close()
  }

  @Test func notesInTheQueueAreLeftToWorkers() async throws {
    let notes = try await SharedNotes(3)
    // A file that was just written is read again.
    let past = Date(timeIntervalSince1970: 1_700_000_000)
    for number in 0..<3 {
      try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: notes.path(of: "\(number).md"))
    }
    _ = try await notes.update(queues: true)
    let hasBegun = Mutex(false)
    let watch = watch(notes, []) { event in
      if case .following = event { hasBegun.withLock { $0 = true } }
    }
    let work = Task { try await watch.run() }
    try await wait { hasBegun.withLock { $0 } }
    #expect(try await notes.open().queueStatus() == QueueStatus(waiting: 3))
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
  }
}
