import Foundation
import Postgres
import VectorStore

/// The connection that writes to an index. While it holds the lock, no other process does; if it breaks, the server
/// frees the lock, and what follows fails.
actor WritingConnection {
  private let address: PostgresAddress
  private var connection: PostgresConnection?
  private var isLocked = false
  /// Whether a transaction runs, and those that wait for it.
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ address: PostgresAddress) { self.address = address }

  /// Takes the lock, waiting up to `patience`; throws `SearchIndexError.busy` if another process keeps it.
  func lock(waitingFor patience: Duration) async throws {
    let end = ContinuousClock.now + patience
    while true {
      // Another may have the lock through this index.
      let isOurs = isLocked
      if !isOurs, try await beginLock() { return }
      guard ContinuousClock.now < end else {
        throw SearchIndexError.busy(
          path: address.description, processID: isOurs ? ProcessInfo.processInfo.processIdentifier : nil)
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func beginLock() async throws -> Bool {
    // Nobody else may begin while the server is asked.
    isLocked = true
    do {
      isLocked = try await tryLock()
      return isLocked
    } catch {
      isLocked = false
      throw error
    }
  }

  private func tryLock() async throws -> Bool {
    let connection = try await standing()
    let sql: SQLText = "SELECT pg_try_advisory_lock(\(.int(IndexTables.Lock.writing.key)))"
    return try await connection.query(sql.statement).first?.read(0) ?? false
  }

  /// Frees the lock.
  func unlock() async {
    guard isLocked else { return }
    let sql: SQLText = "SELECT pg_advisory_unlock(\(.int(IndexTables.Lock.writing.key)))"
    do {
      try await connection?.query(sql.statement)
    } catch {
      // The server frees the locks of a session that ends.
      await connection?.close()
      connection = nil
    }
    isLocked = false
  }

  /// Runs `body` with the connection, which holds the lock, once others have ended: it has one transaction at a time.
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

  /// Closes the connection, which frees the lock.
  func close() async {
    await connection?.close()
    (connection, isLocked) = (nil, false)
  }

  private func standing() async throws -> PostgresConnection {
    if let connection, await connection.isOpen { return connection }
    let made = try await PostgresConnection.connect(to: address)
    connection = made
    return made
  }
}
