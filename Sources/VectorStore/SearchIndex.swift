public import Embedding
import Files
public import Foundation
import GRDB

/// Documents, chunks and vectors in one SQLite file, with exact cosine search and keyword search over them.
///
/// Many readers may use an index beside one writer, in one process or in several; what a writer commits is seen by the
/// next search, which does not wait for what is being written. What is written runs on a thread of the index's own; a
/// search that need not wait for another runs where it is called, unless that is an actor.
public actor SearchIndex {
  /// What an index is opened for.
  public enum Access: Sendable {
    /// Searching and storing: the file and the folders above it are made if they do not exist.
    case readWrite
    /// Searching alone: a file that does not exist is an error, and none is made.
    case readOnly
  }

  /// The path of the index, as it was given.
  public nonisolated let path: String
  /// The encoder of the index's vectors; without one, only words can be searched.
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

  /// The index's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the index at `path`, or makes one, on a thread of its own: an older index is brought to today's tables
  /// first, and one that another process is making is waited for.
  ///
  ///     let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
  ///
  /// - Parameters:
  ///   - path: The index file. The folders above it are made with it.
  ///   - encoder: The encoder of its vectors; without one, only words can be searched.
  ///   - access: Whether it may be changed.
  /// - Throws: `SearchIndexError` if the file is missing, damaged, something else, of a newer version, or if its
  ///   vectors are of another encoder.
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

  /// Ends writing and folds the write-ahead log into the file, so that the index is one file again.
  ///
  /// Nothing can be asked of the index afterwards. Closing it again does nothing.
  public func close() throws {
    writerLock = nil
    try searching.close()
    try writing.close { SearchIndex.foldLog(of: $0) }
  }
}
