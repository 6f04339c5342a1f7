import Indexer
import VectorStore

/// The output of `rag status --json`.
struct StatusRecord: Encodable {
  var index: String
  /// The process that is writing to the index.
  var writer: Int32?
  /// The process that keeps it up to date, if it is a file.
  var watcher: Int32?
  /// The processes that keep folders of it up to date, if it is in a database and there are any.
  var watchers: [IndexWatcher]?
  /// How many documents wait for 'rag worker'; only an index in a database has a queue.
  var queue: QueueStatus?
  /// Whether every folder is fully indexed.
  var complete: Bool
  var status: IndexStatus
  var changes: [FolderChanges]
  /// What became of the files of each format, in all folders.
  var formats: [FormatCount]
  /// The number of rows that belong to nothing: 0, unless something has gone wrong.
  var orphans: Int
  /// The files of which something could not be read.
  var unreadFiles: [UnreadFile]

  init(
    index: String, writer: Int32?, _ watchers: [IndexWatcher], queue: QueueStatus?, complete: Bool, status: IndexStatus,
    changes: [FolderChanges], formats: [FormatCount], orphans: Int, unreadFiles: [UnreadFile]
  ) {
    (self.index, self.writer, self.queue, self.complete) = (index, writer, queue, complete)
    watcher = watchers.first { $0.folders == nil }?.processID
    let ofFolders = watchers.filter { $0.folders != nil }
    self.watchers = ofFolders.isEmpty ? nil : ofFolders
    (self.status, self.changes, self.formats, self.orphans) = (status, changes, formats, orphans)
    self.unreadFiles = unreadFiles
  }
}
