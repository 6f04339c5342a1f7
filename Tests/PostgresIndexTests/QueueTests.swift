import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import Synchronization
import TestSupport
import Testing
import VectorStore

/// Documents that `rag index --queue` queues, and workers that store them.
@Suite struct QueueTests {
  @Test func fourWorkersStoreEachDocumentOnce() async throws {
    let notes = try await SharedNotes(120)
    let report = try await notes.update(queues: true)
    #expect(report.queued == 120 && report.changed == 0 && report.chunks == 0 && report.encodedChunks == 0)
    let index = try await notes.open()
    #expect(try await index.queueStatus() == QueueStatus(waiting: 120))
    #expect(try await index.unfinishedFolders() == [notes.folder.path])
    let reports = try await withThrowingTaskGroup(of: WorkerReport.self) { group in
      for _ in 0..<4 { group.addTask { try await notes.worker().run() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports.reduce(0) { $0 + $1.documents } == 120)
    #expect(reports.reduce(0) { $0 + $1.failed } == 0)
    #expect(try await index.queueStatus() == QueueStatus())
    #expect(try await index.unfinishedFolders() == [])
    #expect(try await index.check() == [])
    #expect(try await index.orphans() == 0)
    #expect(try await notes.contents(of: index) == notes.contentsOfAFreshOne())
    // The index has all of it.
    let again = try await notes.update(queues: true)
    #expect(again.queued == 0 && again.unchanged == 120)
    #expect(try await index.changes(since: index.status()).first?.unindexed == 0)
  }

  @Test func theQueueHasTheNewestVersionOfEachDocument() async throws {
    let notes = try await SharedNotes(6)
    _ = try await notes.update()
    let index = try await notes.open()
    func queued() async throws -> [String] { try await index.queuedFiles(in: notes.folder.path).map(\.path).sorted() }
    let former = try String(contentsOfFile: notes.path(of: "1.md"), encoding: .utf8)
    for number in 0..<4 { try notes.write(number, word: "second") }
    #expect(try await notes.update(queues: true).queued == 4)
    // One is changed again, one is as before, one is renamed, and one is gone.
    try notes.write(0, word: "third")
    try notes.folder.write(former, to: "1.md")
    try FileManager.default.moveItem(atPath: notes.path(of: "2.md"), toPath: notes.path(of: "renamed.md"))
    try FileManager.default.removeItem(atPath: notes.path(of: "3.md"))
    let report = try await notes.update(queues: true)
    #expect(report.removed == 2 && report.failures.isEmpty)
    #expect(try await queued() == ["0.md", "renamed.md"])
    #expect(try await notes.worker().run().documents == 2)
    #expect(try await notes.contents(of: index) == notes.contentsOfAFreshOne())
    // A run that encodes by itself leaves nothing for workers; a look before a search leaves it to them.
    try notes.write(5, word: "second")
    let past = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: notes.path(of: "5.md"))
    #expect(try await index.waitingFiles(within: .seconds(60))?.changed == 1)
    #expect(try await notes.update(queues: true).queued == 1)
    #expect(try await index.waitingFiles(within: .seconds(60))?.count == 0)
    #expect(try await notes.update().changed == 1)
    #expect(try await queued() == [])
    // A folder takes its jobs along.
    try notes.write(4, word: "second")
    _ = try await notes.update(queues: true)
    _ = try await index.removeFolder(notes.folder.path)
    #expect(try await index.queueStatus() == QueueStatus())
    #expect(try await index.folders() == [])
  }

  @Test func whatCannotBeEncodedIsKeptWithItsReason() async throws {
    let notes = try await SharedNotes(20)
    // A file that was just written is read again by the next run.
    let past = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: notes.path(of: "5.md"))
    _ = try await notes.update(queues: true)
    let broken = HashingEncoder { texts in
      if texts.contains(where: { $0.contains("word5 ") }) {
        throw EmbeddingError.wrongCount(encoder: "x", expected: 1, found: 0)
      }
    }
    let named = Mutex<[String]>([])
    let report = try await notes.worker(broken) { event in
      if case .failed(let failure) = event { named.withLock { $0.append(failure.path) } }
    }.run()
    #expect(report.documents == 19 && report.failed == 1)
    #expect(named.withLock { $0 } == ["5.md"])
    let index = try await notes.open()
    let reason = EmbeddingError.wrongCount(encoder: "x", expected: 1, found: 0).localizedDescription
    #expect(
      try await index.queueStatus()
        == QueueStatus(failures: [.init(folder: notes.folder.path, path: "5.md", reason: reason)]))
    #expect(try await index.unfinishedFolders() == [])
    // One with which worker after worker ended is not taken any more.
    #expect(try await notes.update(queues: true).queued == 1)
    try await notes.server.sql("UPDATE rag.jobs SET claims = 10", in: notes.database)
    try notes.write(6, word: "second")
    #expect(try await notes.update(queues: true).queued == 2)
    #expect(try await notes.worker().run().documents == 1)
    #expect(
      try await index.queueStatus()?.failures.map(\.reason) == ["10 workers ended while they encoded it"])
    // It is tried again when it is queued again.
    #expect(try await notes.update(queues: true).queued == 1)
    #expect(try await notes.worker().run().documents == 1)
    #expect(try await notes.contents(of: index) == notes.contentsOfAFreshOne())
  }

  @Test func anotherEncoderIsRefused() async throws {
    let notes = try await SharedNotes(2)
    _ = try await notes.update(queues: true)
    let other = HashingEncoder(dimensions: 12, name: "other")
    let error = SearchIndexError.differentSpace(stored: notes.encoder.space, requested: other.space)
    await #expect(throws: error) { try await notes.worker(other).run() }
    await #expect(throws: error) { try await notes.open(other) }
    #expect(try await notes.open().queueStatus() == QueueStatus(waiting: 2))
  }

  @Test(.timeLimit(.minutes(5))) func theJobsOfAWorkerThatDiedAreTakenByOthers() async throws {
    let notes = try await SharedNotes(12)
    _ = try await notes.update(queues: true)
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let isEncoding = Mutex(false)
    let slow = HashingEncoder { _ in
      let wasEncoding = isEncoding.withLock { state in
        defer { state = true }
        return state
      }
      if !wasEncoding { for await _ in gate {} }
    }
    let first = Task { try await notes.worker(slow).run() }
    while !isEncoding.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    let index = try await notes.open()
    #expect(try await index.queueStatus() == QueueStatus(encoding: 12))
    try await notes.endSessions()
    while try await notes.open().queueStatus() != QueueStatus(waiting: 12) {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await notes.worker().run().documents == 12)
    // It goes on, finds that others have done its work, and stores nothing twice.
    opening.finish()
    #expect(try await first.value.documents == 0)
    #expect(try await notes.open().check() == [])
    #expect(try await notes.contents(of: notes.open()) == notes.contentsOfAFreshOne())
  }

  @Test(.timeLimit(.minutes(5))) func aServerThatRestartsIsWaitedFor() async throws {
    let notes = try await SharedNotes(4, on: try await PostgresServer())
    _ = try await notes.update(queues: true)
    let events = Mutex<[String]>([])
    let worker = QueueWorker(
      at: notes.address, encoder: notes.encoder, endsWhenEmpty: false,
      onEvent: { event in
        events.withLock { events in
          switch event {
          case .working: break
          case .waiting: events.append("waiting")
          case .lost: events.append("lost")
          case .found: events.append("found")
          case .failed: events.append("failed")
          }
        }
      })
    let work = Task { try await worker.run() }
    func wait(for event: String) async throws {
      while events.withLock({ $0.last }) != event { try await Task.sleep(for: .milliseconds(10)) }
    }
    try await wait(for: "waiting")
    try await notes.server.stop()
    try await wait(for: "lost")
    try await notes.server.start()
    try await wait(for: "waiting")
    // It hears of new documents over the new connection.
    try notes.write(3, word: "second")
    _ = try await notes.update(queues: true)
    while await worker.report.documents < 5 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(events.withLock { Array($0.prefix(4)) } == ["waiting", "lost", "found", "waiting"])
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(try await notes.contents(of: notes.open()) == notes.contentsOfAFreshOne())
  }

  @Test func anIndexInAFileHasNoQueue() async throws {
    let folder = try await ScriptedFolder.make()
    let file = try SearchIndex(at: folder.path + ".sqlite", encoder: HashingEncoder())
    #expect(try await file.queueStatus() == nil)
    await #expect(throws: SearchIndexError.self) { try await file.update(fromAll: [folder.path], queues: true) }
    #expect(try await file.status().documents == 0)
  }
}
