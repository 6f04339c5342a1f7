public import Foundation

/// A restriction of a search to the notes that meet all given conditions.
///
///     let roses = SearchFilter(folders: ["/home/ann/notes/garden"], tags: ["roses"])
///
/// An empty or `nil` condition has no effect. A search with a filter finds what it would find if the index held nothing
/// else, except that words are weighted by the whole index. `SearchFilter.dates(since:until:)` of `Retriever` reads
/// dates as people type them.
public struct SearchFilter: Sendable, Hashable, Codable {
  /// Folders as absolute paths. A document must be in at least one of them, at any depth.
  ///
  /// May be indexed folders, folders inside them, or folders that contain them.
  public var folders: [String]
  /// Documents, by absolute path or by path inside the indexed folder.
  ///
  /// `keys.md` matches the document with that path in every folder of the index.
  public var paths: [String]
  /// Tags that a document must all have, ignoring case. A document tagged `work/travel` also has `work`.
  public var tags: [String]
  /// When the documents were last changed, as a half-open range.
  public var modified: Range<Date>?
  /// The days of which one must be among those that a section is about, by the headings above it, else its document, by
  /// its front matter or its name, or on which its events are. A task passes by its own days, if it has any, else by
  /// those of its document. Lists of documents look at whole documents.
  public var dated: ClosedRange<Day>?
  /// What the properties of the document's front matter must all be.
  public var properties: [PropertyCondition]
  /// Parts that a document's path must all contain, ignoring case: `journal/2026`, `*.org`.
  ///
  /// The path is relative to the indexed folder; if the index has several folders, it begins with the folder's short
  /// name, as in `Source.displayPath`. `*` matches any characters.
  public var pathParts: [String]
  /// Phrases that a passage must all contain, in its text, headings, title or path.
  ///
  /// A phrase is a sequence of words. Case, accents and punctuation are ignored, endings are not: `signing keys` is not
  /// in `the signing key`. A phrase without letters and digits has no effect.
  public var phrases: [String]
  /// What a passage or its document must not have.
  public var excluded: Exclusions
  /// The day from which a query's dates count, such as "last March"; `nil` for the current day. It restricts nothing.
  public var today: Day?
  /// The documents, by id, that alone are searched; `nil` for all.
  package var chosen: [Int64]?
  /// The documents, by id, that have had their share of a search (`SpreadList`).
  package var leftOut: Set<Int64> = []

  /// Exclusions. A passage is left out if any of them matches.
  public struct Exclusions: Sendable, Hashable, Codable {
    /// Phrases, matched as `SearchFilter.phrases` are.
    public var phrases: [String]
    /// Tags, matched as `SearchFilter.tags` are.
    public var tags: [String]
    /// Parts of paths, matched as `SearchFilter.pathParts` are.
    public var pathParts: [String]
    /// Conditions on properties, of which none may hold.
    public var properties: [PropertyCondition]

    /// Creates exclusions. Without arguments, they exclude nothing.
    public init(
      phrases: [String] = [], tags: [String] = [], pathParts: [String] = [], properties: [PropertyCondition] = []
    ) {
      self.phrases = phrases
      self.tags = tags
      self.pathParts = pathParts
      self.properties = properties
    }
  }

  /// Creates a filter. Without arguments, it lets everything pass.
  public init(
    folders: [String] = [], paths: [String] = [], tags: [String] = [], modified: Range<Date>? = nil,
    dated: ClosedRange<Day>? = nil, properties: [PropertyCondition] = [], pathParts: [String] = [],
    phrases: [String] = [], excluded: Exclusions = Exclusions(), today: Day? = nil
  ) {
    self.folders = folders
    self.paths = paths
    self.tags = tags
    self.modified = modified
    self.dated = dated
    self.properties = properties
    self.today = today
    self.pathParts = pathParts
    self.phrases = phrases
    self.excluded = excluded
  }
}
