public import Foundation

/// What a search looks at: the documents and their passages for which every part that is given holds.
///
///     SearchFilter(folders: ["/home/ann/notes/garden"], tags: ["roses"], modified: spring..<summer)
///
/// A part that is empty or `nil` restricts nothing. A search with a filter finds what one without would find if the
/// index held what passes and nothing else; only the weights of words stay those of the whole index.
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
  /// Parts of paths, each of which a document's path contains, in letters of either case: `journal/2026`, `*.org`.
  ///
  /// The path is the one inside the folder that was indexed; where the index has several folders, the folder's short
  /// name stands before it, as in `Source.displayPath`. `*` stands for any characters.
  public var pathParts: [String]
  /// Phrases, each of which a passage contains in its text or under its headings, title and path.
  ///
  /// A phrase is words one after another, in letters of either case, with or without accents; punctuation does not
  /// matter, endings do: `signing keys` is not in `the signing key`. A phrase without letters and digits restricts
  /// nothing.
  public var phrases: [String]
  /// What a passage or its document must not have.
  public var excluded: Exclusions

  /// What keeps a passage from being found: any of these.
  public struct Exclusions: Sendable, Hashable {
    /// Phrases, compared as `SearchFilter.phrases`.
    public var phrases: [String]
    /// Tags, compared as `SearchFilter.tags`.
    public var tags: [String]
    /// Parts of paths, compared as `SearchFilter.pathParts`.
    public var pathParts: [String]

    /// Creates exclusions; one without arguments excludes nothing.
    public init(phrases: [String] = [], tags: [String] = [], pathParts: [String] = []) {
      self.phrases = phrases
      self.tags = tags
      self.pathParts = pathParts
    }
  }

  /// Creates a filter; one without arguments lets everything pass.
  public init(
    folders: [String] = [], paths: [String] = [], tags: [String] = [], modified: Range<Date>? = nil,
    pathParts: [String] = [], phrases: [String] = [], excluded: Exclusions = Exclusions()
  ) {
    self.folders = folders
    self.paths = paths
    self.tags = tags
    self.modified = modified
    self.pathParts = pathParts
    self.phrases = phrases
    self.excluded = excluded
  }
}
