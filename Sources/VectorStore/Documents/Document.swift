public import Foundation

/// A file of a folder of notes, as the index knows it.
public struct Document: Sendable, Hashable, Codable {
  /// The absolute path of the folder that was indexed.
  public var folder: String
  /// The file's path inside the folder, with `/` between its parts.
  public var path: String
  /// What the document calls itself: a title in its front matter, its first heading, else its file's name.
  public var title: String
  /// The file's size in bytes.
  public var size: Int64
  /// When the file was last changed, in nanoseconds since 1970: a `Date` has fewer digits, and would call some files
  /// changed that are not.
  package var modified: Int64
  /// When the file was last changed.
  public var modificationDate: Date { Date(timeIntervalSince1970: Double(modified) / 1e9) }
  /// The SHA-256 digest of the file's bytes, in hexadecimal.
  public var digest: String
  /// The document's tags without `#`, those inside of others as `work/travel`.
  ///
  /// An index keeps them in lower case, sorted, each once. They are `nil` where an index that held no tags yet has
  /// been brought to today's tables, until the document is next read.
  public var tags: [String]?

  /// Creates a document's record.
  package init(
    folder: String, path: String, title: String, size: Int64, modified: Int64, digest: String, tags: [String]? = []
  ) {
    self.folder = folder
    self.path = path
    self.title = title
    self.size = size
    self.modified = modified
    self.digest = digest
    self.tags = tags
  }
}
