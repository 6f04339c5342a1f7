/// The file of a document in the queue, as it was when it was read.
package struct QueuedFile: Sendable, Hashable {
  /// The path inside the folder.
  package var path: String
  /// The size in bytes.
  package var size: Int64
  /// The modification time in nanoseconds since 1970.
  package var modified: Int64
  /// Whether it could not be encoded.
  package var hasFailed: Bool

  package init(path: String, size: Int64, modified: Int64, hasFailed: Bool) {
    (self.path, self.size, self.modified, self.hasFailed) = (path, size, modified, hasFailed)
  }
}
