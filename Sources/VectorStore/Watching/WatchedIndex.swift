package import Embedding

/// An index as a process sees that keeps it up to date with its folders: in a file, which one process at a time keeps
/// up to date, or in a database, each folder of which one process at a time follows, on any machine.
package protocol WatchedIndex: Sendable {
  /// The name of the index in messages.
  var name: String { get }
  /// Whether other machines have folders in it. A folder that is not on this machine is theirs then.
  var isShared: Bool { get }

  /// Begins to watch the index; returns the process that does it already, if there may be only one.
  func begin() async throws -> IndexWatcher?
  /// Lets other processes watch it.
  func end() async
  /// Returns the folders of the index, sorted; `nil` if there is no index.
  func folders() async throws -> [String]?
  /// Takes folders for this process, those in them and around them included; returns who follows those that it did not
  /// get. What it has already stays its own, unless the index was out of reach in the meantime.
  func take(_ folders: [String]) async throws -> [String: IndexWatcher]
  /// Lets other processes follow a folder.
  func leave(_ folder: String) async
  /// Opens the index to read it, or with an encoder to update it.
  func open(encoder: (any TextEncoder)?) async throws -> SearchIndex
  /// Whether the index has vectors from another encoder than that of `space`.
  func isInAnotherSpace(than space: EmbeddingSpace) async throws -> Bool
  /// Whether an error says that the index is out of reach for a while.
  func isOutOfReach(after error: any Error) -> Bool
}
