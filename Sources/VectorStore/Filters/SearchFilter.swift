public import Foundation

/// Which notes are searched: those for which every given condition holds.
///
///     let roses = SearchFilter(folders: ["/home/ann/notes/garden"], tags: ["roses"])
///
/// A condition that is empty or `nil` restricts nothing. A search with a filter finds what it would find if the index
/// held nothing else; only the weights of words are those of the whole index. `SearchFilter.dates(since:until:)` of
/// `Retriever` reads dates as people type them.
public struct SearchFilter: Sendable, Hashable {
  /// Folders as absolute paths. A document must be in at least one of them, at any depth.
  ///
  /// Indexed folders, folders inside them, and folders that contain them.
  public var folders: [String]
  /// Documents, by absolute path or by path inside the indexed folder.
  ///
  /// `keys.md` is the document with that path in every folder of the index.
  public var paths: [String]
  /// Tags, all of which a document must have, in upper or lower case. A document tagged `work/travel` has `work` too.
  public var tags: [String]
  /// When the documents were last changed; the upper bound is excluded.
  public var modified: Range<Date>?
  /// Parts of paths, all of which a document's path must contain, in upper or lower case: `journal/2026`, `*.org`.
  ///
  /// The path is the one inside the indexed folder; if the index has several folders, it begins with the folder's short
  /// name, as in `Source.displayPath`. `*` matches any characters.
  public var pathParts: [String]
  /// Phrases, all of which a passage must contain, in its text, headings, title or path.
  ///
  /// A phrase is a sequence of words. Case, accents and punctuation do not matter, endings do: `signing keys` is not in
  /// `the signing key`. A phrase without letters and digits restricts nothing.
  public var phrases: [String]
  /// What a passage or its document must not have.
  public var excluded: Exclusions

  /// Exclusions. A passage is left out if any of them applies.
  public struct Exclusions: Sendable, Hashable {
    /// Phrases, matched as `SearchFilter.phrases` are.
    public var phrases: [String]
    /// Tags, matched as `SearchFilter.tags` are.
    public var tags: [String]
    /// Parts of paths, matched as `SearchFilter.pathParts` are.
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
