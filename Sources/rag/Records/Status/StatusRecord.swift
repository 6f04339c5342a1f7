import Indexer
import VectorStore

/// The output of `rag status --json`.
struct StatusRecord: Encodable {
  var index: String
  /// The process that is writing to the index.
  var writer: Int32?
  /// The process that keeps it up to date.
  var watcher: Int32?
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
  /// What 'rag calibrate' measured, by model.
  var calibrations: [CalibrationRecord]
}
