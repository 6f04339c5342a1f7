import Foundation
import GRDB
import Synchronization

/// A connection of an index to its file, and what searches keep of the file in memory: for one thread at a time.
// What changes is touched under the lock alone, or is atomic.
final class IndexConnection: @unchecked Sendable {
  private let path: String
  private let lock = NSLock()
  /// Threads that wait for the lock: who need not wait lets them go first.
  private let waiting = Atomic(0)
  /// `nil` once the index is closed: a connection of GRDB's may not be touched after that.
  private var database: DatabaseQueue?
  private var memory = SearchMemory()

  init(_ database: DatabaseQueue, path: String) {
    (self.database, self.path) = (database, path)
  }

  /// Does something with the database, once no other thread uses it.
  func run<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
    try afterOthers { try use { database, _ in try body(database) } }
  }

  /// Reads in one transaction, once no other thread uses the database.
  func read<Result>(_ body: (Database, inout SearchMemory) throws -> Result) throws -> Result {
    try afterOthers { try useTransaction(body) }
  }

  /// The same, or `nil` at once while another thread uses the database.
  func readIfFree<Result>(_ body: (Database, inout SearchMemory) throws -> Result) throws -> Result? {
    guard waiting.load(ordering: .relaxed) == 0, lock.try() else { return nil }
    defer { lock.unlock() }
    return try useTransaction(body)
  }

  /// Does a last thing with the database and closes it, unless that was done before.
  func close(_ body: (DatabaseQueue) throws -> Void = { _ in }) throws {
    try afterOthers {
      guard let database else { return }
      self.database = nil
      memory = SearchMemory()
      try SearchIndex.reporting(path) {
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

  /// GRDB's own `read` prepares four statements anew each time, which takes as long as to scan ten thousand vectors.
  private func useTransaction<Result>(_ body: (Database, inout SearchMemory) throws -> Result) throws -> Result {
    try use { database, memory in
      try database.unsafeRead { db in
        try db.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
        defer { try? db.cachedStatement(sql: "COMMIT TRANSACTION").execute() }
        return try body(db, &memory)
      }
    }
  }

  private func use<Result>(_ body: (DatabaseQueue, inout SearchMemory) throws -> Result) throws -> Result {
    guard let database else { throw SearchIndexError.failed(path: path, reason: "it has been closed") }
    return try SearchIndex.reporting(path) { try body(database, &memory) }
  }
}
