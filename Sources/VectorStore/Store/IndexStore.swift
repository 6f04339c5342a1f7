package import Embedding

/// What keeps an index: a SQLite file (`SQLiteStore`), or a database that many machines share.
///
/// All stores give the same answers to the same notes, except that a store may search vectors approximately if its user
/// chose that. `SearchIndex` is the same on each of them, and whoever uses it cannot tell which it is.
package protocol IndexStore: AnyObject, StoredDocuments, StoredNotes, StoredOwners, StoredVectorsSearch, StoredWords,
  StoredContents, IndexWriter, EncodingQueue
{
  /// The name of the index in messages: the path of a file, as given, or an address without a password.
  var path: String { get }
  /// The encoder of the index's vectors; without one, search is by words alone.
  var encoder: (any TextEncoder)? { get }
  /// Which documents it has for all that search and read it; `nil` for all.
  var scope: SearchFilter? { get }

  /// Returns the processes that keep folders of the index up to date (`WatchedIndex`), as far as they can be seen.
  func watchers() async throws -> [IndexWatcher]
  /// Opens the same index for writing.
  func reopened(encoder: any TextEncoder) async throws -> any IndexStore
  /// Closes the index, which cannot be used afterwards. Closing it again is a no-op.
  func close() async throws
}
