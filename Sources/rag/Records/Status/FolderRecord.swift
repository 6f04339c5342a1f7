import Indexer

/// The outcome of indexing one folder, as `rag index --json` prints it.
struct FolderRecord: Encodable {
  var folder: String
  var files: Int
  var chunks: Int
  var changed: Int
  var moved: Int
  var removed: Int
  var unchanged: Int
  var queued: Int
  var isOutOfReach: Bool
  var failures: [IndexReport.Failure]
  var stillUnread: Int
  var encodedChunks: Int
  var reusedChunks: Int
  var seconds: Double
  var warnings: [String]

  init(_ report: IndexReport) {
    folder = report.folder
    files = report.files
    chunks = report.chunks
    changed = report.changed
    moved = report.moved
    removed = report.removed
    unchanged = report.unchanged
    queued = report.queued
    isOutOfReach = report.isOutOfReach
    (failures, stillUnread) = (report.failures, report.stillUnread)
    encodedChunks = report.encodedChunks
    reusedChunks = report.reusedChunks
    seconds = report.duration / .seconds(1)
    warnings = report.warnings.map { Remedy.message(for: $0) }
  }
}
