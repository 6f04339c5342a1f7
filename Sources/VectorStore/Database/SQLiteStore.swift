package import Embedding
import Files
import Foundation
import GRDB

/// Documents, chunks and vectors in one SQLite file, with exact cosine search and keyword search.
///
/// Writes run on the store's own thread. A search runs on the caller's thread, unless the caller is on an actor or
/// another search is running.
package actor SQLiteStore: IndexStore {
  /// The path of the file, as given.
  package nonisolated let path: String
  package nonisolated let encoder: (any TextEncoder)?
  package nonisolated let scope: SearchFilter?

  let access: SearchIndex.Access
  /// The connection for searches.
  let searching: IndexConnection
  /// The connection for everything else; the same one in a read-only index.
  let writing: IndexConnection
  /// The queue of searches that wait for one another.
  let line = SearchLine()
  /// The path without symbolic links, which is the same in all processes that use the index.
  let canonicalPath: String
  /// Held during a write.
  var writerLock: ProcessLock?
  private let executor: SerialQueueExecutor

  /// The executor of the store's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the file at `path`, or creates it, off the caller's thread.
  static func open(
    at path: String, encoder: (any TextEncoder)? = nil, access: SearchIndex.Access = .readWrite,
    scope: SearchFilter? = nil
  ) async throws -> SQLiteStore {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "rag.opening").async {
        continuation.resume(
          with: Result { try SQLiteStore(at: path, encoder: encoder, access: access, scope: scope) })
      }
    }
  }

  /// Opens the file at `path`, or creates it, on the caller's thread. Only one for reading has a scope.
  init(
    at path: String, encoder: (any TextEncoder)? = nil, access: SearchIndex.Access = .readWrite,
    scope: SearchFilter? = nil
  ) throws {
    guard scope == nil || access == .readOnly else { throw SearchIndexError.readOnly(path) }
    // SQLite would parse a `file:` prefix as a URI.
    let path = path.hasPrefix("file:") ? "./" + path : path
    self.path = path
    self.encoder = encoder
    self.access = access
    self.scope = scope
    let database = try SQLiteStore.openDatabase(at: path, access: access)
    searching = try IndexConnection(database, path: path, scope: scope.map(IndexScope.init))
    writing =
      switch access {
      case .readOnly: searching
      case .readWrite: try IndexConnection(try SQLiteStore.connectAgain(to: database, path: path), path: path)
      }
    canonicalPath = RealPath.resolve(path)
    executor = SerialQueueExecutor(label: "rag.index")
    try SQLiteStore.check(encoder?.space, against: database, path: path)
  }

  package func reopened(encoder: any TextEncoder) async throws -> any IndexStore {
    try await SQLiteStore.open(at: path, encoder: encoder)
  }

  /// Checkpoints the write-ahead log into the file.
  ///
  /// If a reader elsewhere is using the log, the last connection to close does this.
  static func foldLog(of database: DatabaseQueue) {
    _ = try? database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Closes the file and checkpoints its write-ahead log, so that the index is a single file again.
  package func close() throws {
    writerLock = nil
    try searching.close()
    try writing.close { SQLiteStore.foldLog(of: $0) }
  }
}
