/// The results of an update of one folder.
public struct IndexReport: Sendable, Hashable {
  /// A file or folder that could not be indexed.
  ///
  /// What was already indexed from it stays in the index.
  public struct Failure: Sendable, Hashable, Codable {
    /// The path inside the folder; `.` for the folder itself.
    public var path: String
    /// What is wrong with it, and what was expected.
    public var reason: String

    /// Creates a failure.
    public init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// The folder's absolute path.
  public var folder: String
  /// The number of notes in the folder, and of entries that could not be read: the sum of changed, moved, unchanged,
  /// queued and failed ones.
  public var files = 0
  /// The number of the folder's chunks in the index.
  public var chunks = 0
  /// The number of notes that were added, or indexed again because their contents changed.
  public var changed = 0
  /// The number of notes that were renamed, and not encoded again.
  public var moved = 0
  /// The number of notes that were deleted, and removed from the index.
  public var removed = 0
  /// The number of notes that did not change.
  public var unchanged = 0
  /// The number of notes that wait in the queue for a worker.
  public var queued = 0
  /// Whether the folder is missing, unreadable or empty, as when a disk is not mounted. What was already
  /// indexed from it then stays in the index.
  public var isOutOfReach = false
  /// What could not be indexed, by path: notes, and folders and ignore files that could not be read.
  public var failures: [Failure] = []
  /// The number of unchanged notes that an earlier update could not read, and this one did not try again.
  public var stillUnread = 0
  /// The number of chunks that were encoded.
  public var encodedChunks = 0
  /// The number of chunks in changed notes whose vectors were known.
  public var reusedChunks = 0
  /// How long the update took.
  public var duration = Duration.zero
  /// What else is worth knowing: an empty folder, links that were not followed.
  public var warnings: [Warning] = []

  /// Whether the index has the folder: one without notes is not added.
  var isInIndex: Bool {
    !warnings.contains { if case .nothingToIndex(_, _, isAdded: false) = $0 { true } else { false } }
  }

  /// Creates the report of an update that has not begun.
  public init(folder: String) {
    self.folder = folder
  }
}
