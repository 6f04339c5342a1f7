/// How far a run over one folder has come.
public struct IndexProgress: Sendable, Hashable {
  /// What a run does, one after the other.
  public enum Phase: Sendable, Hashable {
    /// The names in the folder are read: `totalFiles` grows.
    case listing
    /// Files are read, to see what changed; nothing was encoded so far.
    case reading
    /// Chunks are encoded and stored, and further files read.
    case encoding
  }

  /// What is being done.
  public var phase = Phase.listing
  /// The folder's absolute path.
  public var folder: String
  /// Notes that are done, unchanged and failed ones included.
  public var files = 0
  /// Notes that the folder shows, as far as is known.
  public var totalFiles = 0
  /// Bytes that are encoded of the notes that had to be read.
  public var bytes: Int64 = 0
  /// Bytes of the notes that have to be read.
  public var totalBytes: Int64 = 0
  /// Chunks that were stored.
  public var chunks = 0
  /// Chunks that were encoded; the others' vectors were known.
  public var encodedChunks = 0
  /// The note at work, as a path from the folder; empty before the first.
  public var path = ""

  init(folder: String) {
    self.folder = folder
  }
}
