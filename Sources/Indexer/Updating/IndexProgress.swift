/// The progress of an update of one folder.
public struct IndexProgress: Sendable, Hashable {
  /// The steps of an update, in order.
  public enum Phase: Sendable, Hashable {
    /// Files are listed: `totalFiles` grows.
    case listing
    /// Files are read to see what changed; nothing has been encoded yet.
    case reading
    /// Chunks are encoded and stored while more files are read.
    case encoding
  }

  /// The current step.
  public var phase = Phase.listing
  /// The folder's absolute path.
  public var folder: String
  /// The number of notes that are done, including unchanged and failed ones.
  public var files = 0
  /// The number of notes found in the folder so far.
  public var totalFiles = 0
  /// The number of bytes encoded, of the notes that had to be read.
  public var bytes: Int64 = 0
  /// The number of bytes in the notes that have to be read.
  public var totalBytes: Int64 = 0
  /// The number of chunks that were stored.
  public var chunks = 0
  /// The number of chunks that were encoded; the vectors of the others were known.
  public var encodedChunks = 0
  /// The current note, as a path inside the folder; empty before the first.
  public var path = ""

  init(folder: String) {
    self.folder = folder
  }
}
