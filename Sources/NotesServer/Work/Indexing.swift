package import Indexer
import JSONSchema
import LanguageModels
import Synchronization

/// Brings the index up to date for the page, one run at a time.
package final class Indexing: Sendable {
  /// Updates the index: a folder, which may be new, or without one all of its folders.
  package typealias Update =
    @Sendable (
      _ folder: String?, _ report: @escaping @Sendable (IndexProgress) -> Void
    ) async throws -> [IndexReport]

  /// Says why a folder is not indexed unless the user confirms it, such as "/ contains your home folder"; `nil` if it
  /// is.
  package typealias Doubt = @Sendable (_ folder: String) async -> String?

  /// What a run does, or the last one did.
  struct State: Encodable, Sendable {
    struct Failure: Encodable, Sendable {
      var file: String
      var reason: String
    }

    var running = false
    /// `listing`, `reading` or `encoding`.
    var step: String?
    var folder: String?
    /// The files that are done, of so many.
    var files = 0
    var totalFiles = 0
    /// How much of the text is encoded, 0 … 1.
    var share: Double?
    var secondsLeft: Double?
    /// Why the last run ended early.
    var error: String?
    /// What could not be indexed.
    var failures: [Failure] = []
    var warnings: [String] = []
  }

  private struct Run {
    var state = State()
    /// The folder whose text is being encoded, and since when.
    var encoding: (folder: String, start: ContinuousClock.Instant)?
    var watchers: [Int: AsyncStream<State>.Continuation] = [:]
    var lastWatcher = 0
    var task: Task<Void, Never>?
  }

  /// The least share by which the time left is judged.
  private static let leastShare = 0.02
  /// The most failures and warnings that are kept.
  private static let mostFailures = 200

  private let update: Update
  private let explain: @Sendable (any Error) -> String
  private let doubt: Doubt
  private let run = Mutex(Run())

  package init(
    explain: @escaping @Sendable (any Error) -> String, doubt: @escaping Doubt = { _ in nil }, update: @escaping Update
  ) {
    (self.explain, self.doubt, self.update) = (explain, doubt, update)
  }

  var state: State { run.withLock { $0.state } }

  /// - Throws: `ServerError` 409 if the user has to confirm that a folder is meant.
  func checkWidth(of folder: String) async throws(ServerError) {
    guard let doubt = await doubt(folder) else { return }
    throw ServerError(
      status: 409, type: "conflict", message: "\(doubt.visibleLine): every document in it would be indexed",
      code: "needs_confirmation")
  }

  /// Starts a run.
  ///
  /// - Throws: `ServerError` 409 if there is one already.
  func start(_ folder: String?) throws(ServerError) {
    let isFirst = run.withLock { run in
      guard !run.state.running else { return false }
      run.state = State(running: true, step: "listing", folder: folder)
      run.encoding = nil
      run.task = Task { await self.perform(folder) }
      return true
    }
    guard isFirst else {
      throw ServerError(status: 409, type: "conflict", message: "the index is being updated already")
    }
    tell()
  }

  /// Ends a run; what it has stored stays in the index.
  func stop() { run.withLock { $0.task }?.cancel() }

  /// The states from now on, until nothing runs. A watcher who is slow gets the last one.
  func states() -> AsyncStream<State> {
    let (states, sink) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
    run.withLock { run in
      sink.yield(run.state)
      guard run.state.running else { return sink.finish() }
      run.lastWatcher += 1
      let number = run.lastWatcher
      run.watchers[number] = sink
      sink.onTermination = { _ in self.run.withLock { $0.watchers[number] = nil } }
    }
    return states
  }

  private func perform(_ folder: String?) async {
    var end = State()
    do {
      for report in try await update(folder, { self.note($0) }) {
        end.failures += report.failures.map { .init(file: "\(report.folder)/\($0.path)", reason: $0.reason) }
        end.warnings += report.warnings.map { "\($0)" }
      }
    } catch is CancellationError {
      end.error = "stopped; what was finished is kept"
    } catch {
      end.error = explain(error)
    }
    end.failures = Array(end.failures.prefix(Self.mostFailures))
    end.warnings = Array(end.warnings.prefix(Self.mostFailures))
    let state = end
    let watchers = run.withLock { run in
      run.state = state
      run.task = nil
      defer { run.watchers = [:] }
      return run.watchers
    }
    for watcher in watchers.values {
      watcher.yield(state)
      watcher.finish()
    }
  }

  private func note(_ progress: IndexProgress) {
    run.withLock { run in
      guard run.state.running else { return }
      run.state.folder = progress.folder
      (run.state.files, run.state.totalFiles) = (progress.files, progress.totalFiles)
      (run.state.share, run.state.secondsLeft) = (nil, nil)
      switch progress.phase {
      case .listing: run.state.step = "listing"
      case .reading: run.state.step = "reading"
      case .encoding:
        run.state.step = "encoding"
        if run.encoding?.folder != progress.folder { run.encoding = (progress.folder, .now) }
        guard progress.totalBytes > 0, let encoding = run.encoding else { return }
        let share = min(1, Double(progress.bytes) / Double(progress.totalBytes))
        run.state.share = share
        let spent = encoding.start.duration(to: .now) / .seconds(1)
        if share >= Self.leastShare { run.state.secondsLeft = (spent / share - spent).rounded() }
      }
    }
    tell()
  }

  private func tell() {
    run.withLock { run in
      for watcher in run.watchers.values { watcher.yield(run.state) }
    }
  }
}
