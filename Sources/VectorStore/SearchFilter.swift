public import Foundation

/// Which documents a search looks at: those for which every part that is given holds.
///
///     SearchFilter(folders: ["/home/ann/notes/garden"], tags: ["roses"], modified: spring..<summer)
///
/// A part that is empty or `nil` restricts nothing. A search with a filter finds what one without would find if the
/// index held the documents that pass and no others; only the weights of words stay those of the whole index.
public struct SearchFilter: Sendable, Hashable {
  /// Folders, of which a document lies in one at least, at any depth: absolute paths, as the index names them.
  ///
  /// Folders that were indexed, folders inside of those, and folders that hold them.
  public var folders: [String]
  /// The documents themselves, by absolute path or by path inside the folder that was indexed.
  ///
  /// `keys.md` names the document of that path in each folder of the index.
  public var paths: [String]
  /// Tags, of which a document has each, in letters of either case: `work` is also had by what has `work/travel`.
  public var tags: [String]
  /// When the documents were last changed; the range's end is not a part of it.
  public var modified: Range<Date>?

  /// Creates a filter; one without arguments lets all documents pass.
  public init(folders: [String] = [], paths: [String] = [], tags: [String] = [], modified: Range<Date>? = nil) {
    self.folders = folders
    self.paths = paths
    self.tags = tags
    self.modified = modified
  }
}
