package import Embedding
import Foundation
package import Postgres
import VectorStore

/// Encodes and stores the documents in the queue of an index. Any number of workers may do so at once, on any machines.
///
/// A worker takes a few documents at a time, and stores them in one transaction that also removes them from the queue:
/// so a document is stored once, and if the worker dies, another takes it.
package actor QueueWorker {
  private let address: PostgresAddress
  private let encoder: any TextEncoder
  /// Whether it ends when the queue is empty.
  private let endsWhenEmpty: Bool
  /// Whether an error says something about the text, so that other documents may succeed.
  private let isOfText: @Sendable (any Error) -> Bool
  private let onEvent: @Sendable (WorkerEvent) -> Void
  /// What it has done so far.
  package private(set) var report = WorkerReport()
  /// Whether the database answered before, so that it is waited for if it does not.
  private var wasThere = false

  /// How long it waits for word of new documents before it looks: nobody says so when another worker dies.
  private static let poll = Duration.seconds(5)
  /// The same if it ends when the queue is empty.
  private static let shortPoll = Duration.milliseconds(500)
  /// The number of batches after which the small segments of the keyword index are merged.
  private static let batchesPerMerge = 8
  /// The longest pause before the database is tried again.
  private static let longestPause = Duration.seconds(10)

  package init(
    at address: PostgresAddress, encoder: any TextEncoder, endsWhenEmpty: Bool,
    isOfText: @escaping @Sendable (any Error) -> Bool = { _ in true },
    onEvent: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
  ) {
    (self.address, self.encoder, self.endsWhenEmpty) = (address, encoder, endsWhenEmpty)
    (self.isOfText, self.onEvent) = (isOfText, onEvent)
  }

  /// Works until the task is cancelled, or the queue is empty. If the database is lost, it is waited for.
  ///
  /// - Throws: `SearchIndexError.differentSpace` if the index is of another encoder, `PostgresError` if the database
  ///   was never reached, `CancellationError`, or errors of the encoder that are not of a text.
  package func run() async throws -> WorkerReport {
    var pause = Duration.milliseconds(250)
    var isLost = false
    while true {
      do {
        try await work {
          if isLost { onEvent(.found) }
          (isLost, pause) = (false, .milliseconds(250))
        }
        return report
      } catch let error as PostgresError where wasThere && error.mayBeOver {
        if !isLost { onEvent(.lost(error)) }
        isLost = true
        try await Task.sleep(for: pause)
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func work(_ onConnected: () -> Void) async throws {
    let store = try await PostgresStore.open(at: address, encoder: encoder)
    do {
      let lease = try await WorkerLease(of: store)
      wasThere = true
      onConnected()
      do {
        try await work(in: store, lease)
      } catch {
        await lease.close()
        throw error
      }
      await lease.close()
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
  }

  private func work(in store: PostgresStore, _ lease: WorkerLease) async throws {
    var (batches, isIdle) = (0, false)
    while true {
      try Task.checkCancellation()
      let jobs = try await lease.claim(for: encoder.space)
      if !jobs.isEmpty {
        isIdle = false
        try await encode(jobs, in: store, lease)
        batches += 1
        if batches % Self.batchesPerMerge == 0 { try await store.mergeSegments() }
        continue
      }
      let rest = try await store.queueStatus()?.remaining ?? 0
      if rest == 0, !isIdle {
        try await store.eraseDeleted()
        isIdle = true
        if !endsWhenEmpty { onEvent(.waiting) }
      }
      if rest == 0, endsWhenEmpty { return }
      try await lease.waitForJobs(upTo: endsWhenEmpty ? Self.shortPoll : Self.poll)
    }
  }

  private func encode(_ jobs: [Job], in store: PostgresStore, _ lease: WorkerLease) async throws {
    report.path = jobs.last?.queued.document.path ?? ""
    onEvent(.working(report, try await store.queueStatus() ?? QueueStatus()))
    do {
      try await self.store(jobs, in: store, lease)
    } catch let error where isOfDocument(error) {
      // One of them cannot be encoded, and the others can.
      for job in jobs {
        do {
          try await self.store([job], in: store, lease)
        } catch let error where isOfDocument(error) {
          try await store.fail(job, because: error.localizedDescription, for: lease.worker)
          report.failed += 1
          let document = job.queued.document
          onEvent(
            .failed(.init(folder: document.folder, path: document.path, reason: error.localizedDescription)))
        }
      }
    }
  }

  private func isOfDocument(_ error: any Error) -> Bool {
    !(error is CancellationError || error is PostgresError || error is SearchIndexError) && isOfText(error)
  }

  private func store(_ jobs: [Job], in store: PostgresStore, _ lease: WorkerLease) async throws {
    let chunks = jobs.flatMap(\.queued.chunks)
    var vectors = try await store.vectors(forDigests: Set(chunks.map(\.digest)).sorted(), keptAlone: false)
    var seen: Set<String> = []
    let new = chunks.filter { vectors[$0.digest] == nil && seen.insert($0.digest).inserted }
    if !new.isEmpty {
      for (chunk, vector) in zip(new, try await encoder.vectors(of: new.map(\.text), as: .document)) {
        vectors[chunk.digest] = vector
      }
    }
    report.documents += try await store.finish(jobs, vectors, for: lease.worker)
    report.encodedChunks += new.count
    report.reusedChunks += chunks.count - new.count
  }
}
