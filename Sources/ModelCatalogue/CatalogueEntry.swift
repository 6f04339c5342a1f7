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
    /// The path inside the repository.
    public var name: String
    /// The path inside the folder of models.
    public var path: String
    /// The size in bytes.
    public var bytes: Int64
    /// The SHA-256 digest in hexadecimal. A file is accepted by its digest alone.
    public var sha256: String

    package init(name: String, path: String, bytes: Int64, sha256: String) {
      (self.name, self.path, self.bytes, self.sha256) = (name, path, bytes, sha256)
    }
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
  /// The repository on Hugging Face that has its files, as in `owner/name`.
  public var repository: String
  /// The path inside the folder of models: a folder for an encoder, a file for a model.
  public var path: String
  /// Its files.
  public var files: [File]

  package init(
    name: String, kind: Kind, isDefault: Bool, licence: String, contextSize: Int, repository: String, path: String,
    files: [File]
  ) {
    (self.name, self.kind, self.isDefault, self.licence) = (name, kind, isDefault, licence)
    (self.contextSize, self.repository, self.path, self.files) = (contextSize, repository, path, files)
  }

  /// The size of all its files.
  public var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }
}
