/// What a run over one folder did.
public struct IndexReport: Sendable, Hashable {
  /// A file, or a folder, that could not be indexed.
  ///
  /// What the index held of it stays.
  public struct Failure: Sendable, Hashable, Codable {
    /// The path from the folder; `.` for the folder itself.
    public var path: String
    /// What is wrong with it, and what was expected.
    public var reason: String

    /// Names a file and what is wrong with it.
    public init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// The folder's absolute path.
  public var folder: String
  /// Notes that the folder shows, and what could not be looked at: those changed, moved, unchanged and failed,
  /// together.
  public var files = 0
  /// Chunks that the index holds of the folder.
  public var chunks = 0
  /// Notes that were added, or indexed anew because their contents changed.
  public var changed = 0
  /// Notes that were found under another name, and not encoded again.
  public var moved = 0
  /// Notes that are gone, and have left the index.
  public var removed = 0
  /// Notes that are as they were.
  public var unchanged = 0
  /// Whether the folder is missing, cannot be read, or shows no file of any kind, so that all that the index has of it
  /// was kept: a disk that is not mounted looks so.
  public var isOutOfReach = false
  /// What could not be indexed, by path: notes, and folders and files of rules that could not be read.
  public var failures: [Failure] = []
  /// Chunks that were encoded.
  public var encodedChunks = 0
  /// Chunks of changed notes whose vectors were known.
  public var reusedChunks = 0
  /// The time from the beginning to the end.
  public var duration = Duration.zero
  /// What else there is to know: a folder that shows nothing, links that were not followed.
  public var warnings: [Warning] = []

  /// A report of a folder of which nothing has been done yet.
  public init(folder: String) {
    self.folder = folder
  }
}
