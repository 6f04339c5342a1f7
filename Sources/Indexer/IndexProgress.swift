/// How far a run over one folder has come.
public struct IndexProgress: Sendable, Hashable {
  /// The folder's absolute path.
  public var folder: String
  /// Notes that are done, unchanged and failed ones included.
  public var files = 0
  /// Notes that the folder shows.
  public var totalFiles = 0
  /// Bytes that are done of the notes that had to be read; of a long note, those of the chunks that are encoded.
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
