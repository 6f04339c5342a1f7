/// How many documents wait for a worker to encode them.
package struct QueueStatus: Sendable, Hashable, Codable {
  /// A document that could not be encoded.
  package struct Failure: Sendable, Hashable, Codable {
    /// The absolute path of the folder.
    package var folder: String
    /// The path inside the folder.
    package var path: String
    package var reason: String

    package init(folder: String, path: String, reason: String) {
      (self.folder, self.path, self.reason) = (folder, path, reason)
    }
  }

  /// The number of documents that no worker has taken.
  package var waiting: Int
  /// The number of documents that workers are encoding.
  package var encoding: Int
  /// The documents that could not be encoded, by folder and path. They wait until their files are queued again.
  package var failures: [Failure]

  /// The number of documents that will be encoded.
  package var remaining: Int { waiting + encoding }

  package init(waiting: Int = 0, encoding: Int = 0, failures: [Failure] = []) {
    (self.waiting, self.encoding, self.failures) = (waiting, encoding, failures)
  }
}
