public import Embedding
import Files
public import Foundation
import GRDB

/// Documents, chunks and vectors in one SQLite file, with exact cosine search and keyword search.
///
///     let index = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
///     _ = try await index.update(from: "/home/ann/notes")
///     for passage in try await index.passages(matching: "signing keys", limit: 3) { print(passage.source) }
///
/// `update(from:)` comes from `Indexer`; `passages(matching:)`, `search(for:)` and `answer(to:using:)` come from
/// `Retriever`. `RAGKit` re-exports them all.
///
/// Many readers and one writer may use an index at the same time, in one process or several. A search does not wait for
/// a write, and sees what was committed before it. A second update waits a few seconds, then throws
/// `SearchIndexError.busy`; other writes throw it at once. Writes run on the index's own thread. A search runs on the
/// caller's thread, unless the caller is on an actor or another search is running.
///
/// The index belongs to the encoder that made its vectors. It stores the text of the notes unencrypted, so only its
/// owner may read the file.
public actor SearchIndex {
  /// How an index is opened.
  public enum Access: Sendable {
    /// For searching and writing. The file and its parent folders are created if they do not exist.
    case readWrite
    /// For searching only. A missing file is an error, and nothing is created.
    case readOnly
  }

  /// The path of the index, as given.
  public nonisolated let path: String
  /// The encoder of the index's vectors; without one, search is by words alone.
  public nonisolated let encoder: (any TextEncoder)?

  /// Which documents it has for all that search and read it; `nil` for all.
  package nonisolated let scope: SearchFilter?

  let access: Access
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

  /// The executor of the index's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the index at `path`, or creates it, off the caller's thread. Migrates an older index first, and waits for
  /// one that another process is creating.
  ///
  ///     let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
  ///
  /// - Parameters:
  ///   - path: The index file. Missing parent folders are created.
  ///   - encoder: The encoder of its vectors; without one, search is by words alone.
  ///   - access: Whether the index may be changed.
  /// - Throws: `SearchIndexError` if the file is missing, damaged, not an index, of a newer version, or if its vectors
  ///   are from another encoder.
  public static func open(
    at path: String, encoder: (any TextEncoder)? = nil, access: Access = .readWrite
  ) async throws -> SearchIndex {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "rag.opening").async {
        continuation.resume(with: Result { try SearchIndex(at: path, encoder: encoder, access: access) })
      }
    }
  }

  /// Opens the index at a file URL, as `open(at:encoder:access:)` does at a path. Throws if `url` is not a file URL.
  public static func open(
    at url: URL, encoder: (any TextEncoder)? = nil, access: Access = .readWrite
  ) async throws -> SearchIndex {
    guard url.isFileURL else { throw SearchIndexError.notAFileURL(url) }
    return try await open(at: url.path, encoder: encoder, access: access)
  }

  /// Opens the index for searching, as if it had only the documents that pass a filter, whatever phrases it has.
  ///
  /// Nothing that is found, read, counted or listed is of another document; nor do scores depend on others.
  package static func open(
    at path: String, encoder: (any TextEncoder)? = nil, scope: SearchFilter?
  ) async throws -> SearchIndex {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "rag.opening").async {
        continuation.resume(
          with: Result { try SearchIndex(at: path, encoder: encoder, access: .readOnly, scope: scope) })
      }
    }
  }

  /// Opens the index as `open(at:encoder:access:)` does, on the caller's thread. Only one for reading has a scope.
  package init(
    at path: String, encoder: (any TextEncoder)? = nil, access: Access = .readWrite, scope: SearchFilter? = nil
  ) throws {
    guard scope == nil || access == .readOnly else { throw SearchIndexError.readOnly(path) }
    // SQLite would parse a `file:` prefix as a URI.
    let path = path.hasPrefix("file:") ? "./" + path : path
    self.path = path
    self.encoder = encoder
    self.access = access
    self.scope = scope
    let database = try SearchIndex.openDatabase(at: path, access: access)
    searching = try IndexConnection(database, path: path, scope: scope.map(IndexScope.init))
    writing =
      switch access {
      case .readOnly: searching
      case .readWrite: try IndexConnection(try SearchIndex.connectAgain(to: database, path: path), path: path)
      }
    canonicalPath = RealPath.resolve(path)
    executor = SerialQueueExecutor(label: "rag.index")
    try SearchIndex.check(encoder?.space, against: database, path: path)
  }

  /// Checkpoints the write-ahead log into the file.
  ///
  /// If a reader elsewhere is using the log, the last connection to close does this.
  static func foldLog(of database: DatabaseQueue) {
    _ = try? database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Closes the index and checkpoints its write-ahead log, so that the index is a single file again.
  ///
  /// The index cannot be used afterwards. Closing it again is a no-op.
  public func close() throws {
    writerLock = nil
    try searching.close()
    try writing.close { SearchIndex.foldLog(of: $0) }
  }
}
