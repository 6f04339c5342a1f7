@_exported public import NoteValues
public import Embedding
public import Foundation

/// Documents, chunks and vectors, with exact cosine search and keyword search: in one SQLite file, or wherever an
/// `IndexStore` keeps them.
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
/// `SearchIndexError.busy`; other writes throw it at once. An index in a database has any number of writers; of two
/// updates of one folder, the second throws `SearchIndexError.busyFolder`. Writes run on a thread of the index. A
/// search runs on the caller's thread, unless the caller is on an actor or another search is running.
///
/// The index belongs to the encoder that made its vectors. It stores the text of the notes unencrypted, so only its
/// owner may read the file.
public final class SearchIndex: Sendable {
  /// How an index is opened.
  public enum Access: Sendable {
    /// For searching and writing. The file and its parent folders are created if they do not exist.
    case readWrite
    /// For searching only. A missing file is an error, and nothing is created.
    case readOnly
  }

  /// Where everything is.
  package let storage: any IndexStore

  /// The path of the index, as given.
  public var path: String { storage.path }
  /// The encoder of the index's vectors; without one, search is by words alone.
  public var encoder: (any TextEncoder)? { storage.encoder }
  /// Which documents it has for all that search and read it; `nil` for all.
  package var scope: SearchFilter? { storage.scope }

  /// Creates an index of what a store has.
  package init(in storage: any IndexStore) { self.storage = storage }

  /// Opens the index at `path`, or creates it, off the caller's thread. Waits for one that another process is creating.
  ///
  ///     let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
  ///
  /// - Parameters:
  ///   - path: The index file. Missing parent folders are created.
  ///   - encoder: The encoder of its vectors; without one, search is by words alone.
  ///   - access: Whether the index may be changed.
  /// - Throws: `SearchIndexError` if the file is missing, damaged, not an index, of another version, or if its vectors
  ///   are from another encoder.
  public static func open(
    at path: String, encoder: (any TextEncoder)? = nil, access: Access = .readWrite
  ) async throws -> SearchIndex {
    SearchIndex(in: try await SQLiteStore.open(at: path, encoder: encoder, access: access))
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
    SearchIndex(in: try await SQLiteStore.open(at: path, encoder: encoder, access: .readOnly, scope: scope))
  }

  /// Opens the index as `open(at:encoder:access:)` does, on the caller's thread. Only one for reading has a scope.
  package convenience init(
    at path: String, encoder: (any TextEncoder)? = nil, access: Access = .readWrite, scope: SearchFilter? = nil
  ) throws {
    self.init(in: try SQLiteStore(at: path, encoder: encoder, access: access, scope: scope))
  }

  /// Closes the index and checkpoints its write-ahead log, so that the index is a single file again.
  ///
  /// The index cannot be used afterwards. Closing it again is a no-op.
  public func close() async throws { try await storage.close() }
}
