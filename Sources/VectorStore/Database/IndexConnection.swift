import Foundation
import GRDB
import Synchronization

/// An index's connection to its file, with the state that searches keep in memory. Used by one thread at a time.
// Mutable state is guarded by the lock, or atomic.
final class IndexConnection: @unchecked Sendable {
  private let path: String
  private let lock = NSLock()
  /// The number of threads waiting for the lock. `readIfFree` lets them go first.
  private let waiting = Atomic(0)
  /// Declared before the connection that its tokenizers belong to, and so freed before it.
  private var memory = SearchMemory()
  /// `nil` once the index is closed. A GRDB connection must not be used after that.
  private var database: DatabaseQueue?
  /// What `read` sees; `nil` for everything.
  private var scope: IndexScope?

  init(_ database: DatabaseQueue, path: String, scope: IndexScope? = nil) throws {
    (self.database, self.path, self.scope) = (database, path, scope)
    if scope != nil { try run { try $0.unsafeRead { try IndexScope.install(in: $0) } } }
  }

  /// Runs `body` with the database when no other thread is using it.
  func run<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
    try afterOthers { try use { database, _ in try body(database) } }
  }

  /// Reads in one transaction when no other thread is using the database.
  func read<Result>(_ body: (Database, inout SearchMemory) throws -> Result) throws -> Result {
    try afterOthers { try useTransaction(body) }
  }

  /// Reads in one transaction, or returns `nil` at once if another thread is using the database.
  func readIfFree<Result>(_ body: (Database, inout SearchMemory) throws -> Result) throws -> Result? {
    guard waiting.load(ordering: .relaxed) == 0, lock.try() else { return nil }
    defer { lock.unlock() }
    return try useTransaction(body)
  }

  /// Runs `body` with the database and closes it; a no-op if already closed.
  func close(_ body: (DatabaseQueue) throws -> Void = { _ in }) throws {
    try afterOthers {
      guard let database else { return }
      self.database = nil
      memory = SearchMemory()
      try SQLiteStore.reporting(path) {
        try body(database)
        try database.close()
      }
    }
  }

  private func afterOthers<Result>(_ body: () throws -> Result) rethrows -> Result {
    waiting.add(1, ordering: .relaxed)
    lock.lock()
    waiting.subtract(1, ordering: .relaxed)
    defer { lock.unlock() }
    return try body()
  }

  /// GRDB's own `read` prepares four statements each time, which takes as long as scanning ten thousand vectors.
  private func useTransaction<Result>(_ body: (Database, inout SearchMemory) throws -> Result) throws -> Result {
    try use { database, memory in
      try database.unsafeRead { db in
        try db.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
        defer { try? db.cachedStatement(sql: "COMMIT TRANSACTION").execute() }
        try scope?.update(from: db)
        return try body(db, &memory)
      }
    }
  }

  private func use<Result>(_ body: (DatabaseQueue, inout SearchMemory) throws -> Result) throws -> Result {
    guard let database else { throw SearchIndexError.failed(path: path, reason: "it has been closed") }
    return try SQLiteStore.reporting(path) { try body(database, &memory) }
  }
}
