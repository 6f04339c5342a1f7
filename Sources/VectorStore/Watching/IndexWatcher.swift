import Files

/// A process that keeps folders of an index up to date (`rag watch`).
package struct IndexWatcher: Sendable, Hashable, Encodable {
  /// The id of the process on its machine; `nil` if it is not known.
  package var processID: Int32?
  /// The name of its machine; `nil` if it is this one, or not known.
  package var host: String?
  /// The folders that it follows, sorted; `nil` if the index does not say which.
  package var folders: [String]?

  /// - Parameter host: The name of its machine, also if it is this one.
  package init(processID: Int32? = nil, host: String? = nil, folders: [String]? = nil) {
    self.processID = processID
    self.host = host == ThisMachine.name ? nil : host
    self.folders = folders
  }

  /// Whether it sees the files of this machine.
  package var isHere: Bool { processID != nil && host == nil }

  /// The process in a message: `process 1234 on laptop`.
  package var name: String {
    (processID.map { "process \($0)" } ?? "another process") + (host.map { " on \($0)" } ?? "")
  }

  private enum CodingKeys: String, CodingKey {
    case host, folders
    case processID = "process"
  }
}
