public import Embedding
public import Foundation

/// The contents and size of an index.
public struct IndexStatus: Sendable, Hashable, Codable {
  /// A folder of notes in an index.
  public struct Folder: Sendable, Hashable, Codable {
    /// The folder's absolute path.
    public var path: String
    /// The number of the folder's documents in the index.
    public var documents: Int
    /// The number of chunks in those documents.
    public var chunks: Int
    /// When the folder was last read completely, in seconds since 1970; 0 if never.
    package var indexedSeconds: Int64
    /// What is indexed beyond the notes.
    package var settings = FolderSettings()
    /// The role that owns the folder in a database, whose members alone see it; `nil` if everybody does.
    public var owner: String?
    /// When the folder was last read completely; `nil` if never.
    public var indexedAt: Date? { indexedSeconds == 0 ? nil : Date(timeIntervalSince1970: Double(indexedSeconds)) }

    package init(
      path: String, documents: Int, chunks: Int, indexedSeconds: Int64, settings: FolderSettings = FolderSettings(),
      owner: String? = nil
    ) {
      (self.path, self.documents, self.chunks) = (path, documents, chunks)
      (self.indexedSeconds, self.settings, self.owner) = (indexedSeconds, settings, owner)
    }

    private enum CodingKeys: String, CodingKey {
      case path, documents, chunks, settings, owner
      case indexedSeconds = "indexedAt"
    }
  }

  /// The folders, sorted by path.
  public var folders: [Folder]
  /// The number of documents in all folders.
  public var documents: Int
  /// The number of chunks in all documents.
  public var chunks: Int
  /// The size of the index in bytes, including its write-ahead log.
  public var bytes: Int64
  /// The number of unused bytes in the file, which later documents will fill.
  public var freeBytes: Int64
  /// The space of the stored vectors; `nil` if there are none yet.
  public var space: EmbeddingSpace?

  package init(
    folders: [Folder], documents: Int, chunks: Int, bytes: Int64, freeBytes: Int64, space: EmbeddingSpace?
  ) {
    (self.folders, self.documents, self.chunks) = (folders, documents, chunks)
    (self.bytes, self.freeBytes, self.space) = (bytes, freeBytes, space)
  }
}
