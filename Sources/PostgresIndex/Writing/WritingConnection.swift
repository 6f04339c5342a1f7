import Foundation
import Postgres
import VectorStore

/// The connection that writes to an index, for one part of this process at a time. Other processes write at the same
/// time; a run that compares a folder with the index keeps others out of that folder with locks of this session. If the
/// connection breaks, the server frees them, and what follows fails.
actor WritingConnection {
  private let address: PostgresAddress
  private var connection: PostgresConnection?
  private var isLocked = false
  /// Whether a transaction runs, and those that wait for it.
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ address: PostgresAddress) { self.address = address }

  /// Takes the connection, waiting up to `patience`; throws `SearchIndexError.busy` if another part of this process
  /// keeps it.
  func lock(waitingFor patience: Duration) async throws {
    let end = ContinuousClock.now + patience
    while isLocked {
      guard ContinuousClock.now < end else {
        throw SearchIndexError.busy(
          path: address.description, processID: ProcessInfo.processInfo.processIdentifier)
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    // Nobody else may begin while the server is asked.
    isLocked = true
    do {
      if let connection, await connection.isOpen { return }
      connection = try await PostgresConnection.connect(
        to: address.forWriting, noticingLostClients: true, waitingFor: PostgresStore.patience)
    } catch {
      isLocked = false
      throw error
    }
  }

  /// Gives the connection back.
  func unlock() { isLocked = false }

  /// Keeps other runs out of a folder, waiting up to `patience`; throws `SearchIndexError.busyFolder` if one stays.
  ///
  /// The folder's own lock is exclusive, and those above it are shared: runs in two folders exclude each other if one
  /// folder is inside the other.
  func lock(_ folder: String, waitingFor patience: Duration) async throws {
    let end = ContinuousClock.now + patience
    let locks = FolderLock.locks(of: folder, for: .indexing)
    while true {
      do {
        if try await run({ try await FolderLock.take(locks, over: $0) }) { return }
      } catch {
        // It may have some of them.
        await endSession()
        throw error
      }
      guard ContinuousClock.now < end else {
        throw SearchIndexError.busyFolder(folder, path: address.description)
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Lets other runs into a folder, also if the task is cancelled.
  func unlock(_ folder: String) async {
    let statements = FolderLock.locks(of: folder, for: .indexing).map(\.freeing.statement)
    let work = Task { try await run { _ = try await $0.pipeline(statements) } }
    if case .failure = await work.result { await endSession() }
  }

  /// Ends the session, whose locks the server frees.
  private func endSession() async {
    await connection?.close()
    connection = nil
  }

  /// Runs `body` with the connection once others have ended: it has one transaction at a time.
  nonisolated func run<Result: Sendable>(
    _ body: @Sendable (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    let connection = try await take()
    do {
      let result = try await body(connection)
      await give()
      return result
    } catch {
      await give()
      throw error
    }
  }

  private func take() async throws -> PostgresConnection {
    if isTaken { await withCheckedContinuation { waiting.append($0) } } else { isTaken = true }
    guard isLocked, let connection else {
      give()
      throw SearchIndexError.failed(path: address.description, reason: "it is not locked for writing")
    }
    return connection
  }

  private func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }

  /// Closes the connection, which frees its locks.
  func close() async {
    await connection?.close()
    (connection, isLocked) = (nil, false)
  }
}
