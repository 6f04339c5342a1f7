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
/// `Retriever`. `RAGKit` has them all.
///
/// Many readers and one writer may use an index at the same time, in one process or in several. A search does not wait
/// for a write, and sees what was committed before it. A second writer waits for a few seconds, then throws
/// `SearchIndexError.busy`. Writes run on the index's own thread. A search runs on the caller's thread, unless that is
/// an actor's or another search is running.
///
/// The index belongs to the encoder that made its vectors. It holds the text of the notes in plain form, so its file
/// can be read by its owner only.
public actor SearchIndex {
  /// How an index is opened.
  public enum Access: Sendable {
    /// For searching and storing: the file and the folders above it are created if they do not exist.
    case readWrite
    /// For searching alone: a missing file is an error, and nothing is created.
    case readOnly
  }

  /// The path of the index, as given.
  public nonisolated let path: String
  /// The encoder of the index's vectors; without one, search is by words alone.
  public nonisolated let encoder: (any TextEncoder)?

  let access: Access
  /// What searches use.
  let searching: IndexConnection
  /// What all else uses: a connection of its own, unless nothing may be written.
  let writing: IndexConnection
  /// Where searches wait for one another.
  let line = SearchLine()
  /// The path without symbolic links, which all processes that use the index agree on.
  let canonicalPath: String
  /// Held while something is being written.
  var writerLock: ProcessLock?
  private let executor: SerialQueueExecutor

  /// The executor of the index's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the index at `path`, or creates one, off the caller's thread. An older index is migrated first; one that
  /// another process is creating is waited for.
  ///
  ///     let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
  ///
  /// - Parameters:
  ///   - path: The index file. Missing folders above it are created.
  ///   - encoder: The encoder of its vectors; without one, search is by words alone.
  ///   - access: Whether it may be changed.
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

  /// As `open(at:encoder:access:)` with a path; a URL that is not one of a file is an error.
  public static func open(
    at url: URL, encoder: (any TextEncoder)? = nil, access: Access = .readWrite
  ) async throws -> SearchIndex {
    guard url.isFileURL else { throw SearchIndexError.notAFileURL(url) }
    return try await open(at: url.path, encoder: encoder, access: access)
  }

  /// As `open(at:encoder:access:)`, on the caller's thread.
  package init(at path: String, encoder: (any TextEncoder)? = nil, access: Access = .readWrite) throws {
    // SQLite takes `file:` for the beginning of a URI.
    let path = path.hasPrefix("file:") ? "./" + path : path
    self.path = path
    self.encoder = encoder
    self.access = access
    let database = try SearchIndex.openDatabase(at: path, access: access)
    searching = IndexConnection(database, path: path)
    writing =
      switch access {
      case .readOnly: searching
      case .readWrite: IndexConnection(try SearchIndex.connectAgain(to: database, path: path), path: path)
      }
    canonicalPath = RealPath.resolve(path)
    executor = SerialQueueExecutor(label: "rag.index")
    try SearchIndex.check(encoder?.space, against: database, path: path)
  }

  /// Folds the write-ahead log into the file.
  ///
  /// A reader elsewhere may keep the log in use: then that is left to the last that closes the index.
  static func foldLog(of database: DatabaseQueue) {
    _ = try? database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Closes the index and folds the write-ahead log into its file, so that the index is one file again.
  ///
  /// The index cannot be used afterwards. Closing it again does nothing.
  public func close() throws {
    writerLock = nil
    try searching.close()
    try writing.close { SearchIndex.foldLog(of: $0) }
  }
}
