/// How far the update of one folder is.
public struct IndexProgress: Sendable, Hashable {
  /// The steps of an update, in order.
  public enum Phase: Sendable, Hashable {
    /// The names in the folder are read: `totalFiles` grows.
    case listing
    /// Files are read, to see what changed; nothing has been encoded yet.
    case reading
    /// Chunks are encoded and stored while more files are read.
    case encoding
  }

  /// The current step.
  public var phase = Phase.listing
  /// The folder's absolute path.
  public var folder: String
  /// Notes that are done, unchanged and failed ones included.
  public var files = 0
  /// Notes found in the folder so far.
  public var totalFiles = 0
  /// Bytes encoded, of the notes that had to be read.
  public var bytes: Int64 = 0
  /// Bytes of the notes that have to be read.
  public var totalBytes: Int64 = 0
  /// Chunks that were stored.
  public var chunks = 0
  /// Chunks that were encoded; the vectors of the others were known.
  public var encodedChunks = 0
  /// The current note, as a path inside the folder; empty before the first.
  public var path = ""

  init(folder: String) {
    self.folder = folder
  }
}
