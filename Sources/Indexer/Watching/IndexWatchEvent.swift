package import VectorStore

/// What happens while an index is kept up to date.
package enum IndexWatchEvent: Sendable {
  /// These folders are followed; everything in them is indexed.
  case following([String])
  /// A folder is looked at now and then, since the system does not tell of its changes.
  case polling(folder: String, FolderWatchError)
  /// Folders were brought up to date: one report for each in which something had changed.
  case updated([IndexReport])
  /// A folder is gone or empty. The index keeps its notes.
  case lost(folder: String)
  /// A folder that was gone or empty is back.
  case found(folder: String)
  /// A folder is not in the index any more, and not followed.
  case left(folder: String)
  /// Another process follows a folder of the index in a database, or one inside or around it; this one does not.
  case taken(folder: String, by: IndexWatcher)
  /// The database is out of reach; it is waited for.
  case unreachable(any Error)
  /// The database is back.
  case reachable
  /// Another process is writing to the index; the update waits for its end.
  case waiting(processID: Int32?)
  /// The index could not be brought up to date; it is tried again.
  case failed(any Error)
}
