public import Embedding
public import Foundation

/// What an index holds, and how large it is.
public struct IndexStatus: Sendable, Hashable, Codable {
  /// A folder of notes in an index.
  public struct Folder: Sendable, Hashable, Codable {
    /// The folder's absolute path.
    public var path: String
    /// Documents of the folder in the index.
    public var documents: Int
    /// Chunks of those documents.
    public var chunks: Int
    /// When the folder was last read completely, in seconds since 1970; 0 if never.
    package var indexedSeconds: Int64
    /// When the folder was last read completely; `nil` if never.
    public var indexedAt: Date? { indexedSeconds == 0 ? nil : Date(timeIntervalSince1970: Double(indexedSeconds)) }

    private enum CodingKeys: String, CodingKey {
      case path, documents, chunks
      case indexedSeconds = "indexedAt"
    }
  }

  /// The folders, sorted by path.
  public var folders: [Folder]
  /// Documents of all folders.
  public var documents: Int
  /// Chunks of all documents.
  public var chunks: Int
  /// Documents indexed by a version without tags and not read since: filters by tag skip them until the next update.
  public var documentsWithoutTags: Int
  /// Size of the index in bytes, its write-ahead log included.
  public var bytes: Int64
  /// Unused bytes of the file, which later documents will fill.
  public var freeBytes: Int64
  /// The space of the stored vectors; `nil` if there are none.
  public var space: EmbeddingSpace?
}
