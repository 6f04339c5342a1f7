public import Foundation

/// A file in a folder of notes, as indexed.
public struct Document: Sendable, Hashable, Codable {
  /// The absolute path of the folder that was indexed.
  public var folder: String
  /// The file's path relative to the folder, separated by `/`.
  public var path: String
  /// The title: from front matter, else the first heading if it alone has the highest level, else the file name.
  public var title: String
  /// The file's size in bytes.
  public var size: Int64
  /// The modification time in nanoseconds since 1970. A `Date` is less precise and would make some unchanged files look
  /// changed.
  package var modified: Int64
  /// The file's modification time.
  public var modificationDate: Date { Date(timeIntervalSince1970: Double(modified) / 1e9) }
  /// The SHA-256 digest of the file's bytes, in hexadecimal.
  public var digest: String
  /// The document's tags without `#`, with nested tags as `work/travel`.
  ///
  /// An index stores them lowercased, sorted and without duplicates.
  public var tags: [String]
  /// The places that its lines belong to; `nil` if the lines are those of the file.
  public var places: Places?
  /// What of the file could not be read; `nil` if all of it was.
  ///
  /// A document without chunks could not be read at all, and is not tried again until the file changes.
  public var problem: String?
  /// What the note says of itself, to be stored with it; `nil` to leave what is stored. An index does not return it
  /// with the document.
  package var shape: NoteShape?

  /// Creates a document's record. `tags` may be in any case and order.
  public init(
    folder: String, path: String, title: String, size: Int64, modificationDate: Date, digest: String,
    tags: [String] = []
  ) {
    let nanoseconds = (modificationDate.timeIntervalSince1970 * 1e9).rounded()
    self.init(
      folder: folder, path: path, title: title, size: size,
      modified: Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max), digest: digest, tags: tags)
  }

  package init(
    folder: String, path: String, title: String, size: Int64, modified: Int64, digest: String, tags: [String] = []
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
