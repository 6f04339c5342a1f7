/// A store's queue of documents that workers encode. `IndexBatch.queued` adds to it; a change of a document removes it.
///
/// An index in a file has no queue: nothing is in it, and nothing can be added.
package protocol EncodingQueue: Sendable {
  /// Returns how many documents wait; `nil` if the store has no queue.
  func queueStatus() async throws -> QueueStatus?
  /// Returns the files of a folder's documents in the queue.
  func queuedFiles(in folder: String) async throws -> [QueuedFile]
  /// Removes documents of a folder from the queue.
  func dropQueued(_ paths: [String], in folder: String) async throws
  /// Records when a folder was last read completely, of which documents may still be in the queue: once they are
  /// stored, the index has all of it.
  func noteFolder(_ folder: String, queuedAt seconds: Int64) async throws
}
