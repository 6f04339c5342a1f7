public import LanguageModels

/// An encoder or a language model that the catalogue knows.
public struct CatalogueEntry: Sendable, Hashable, Codable {
  /// What an entry is for.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// Text to vector.
    case encoder
    /// Text to text.
    case model
  }

  /// A file of the entry.
  public struct File: Sendable, Hashable, Codable {
    /// The path inside the folder of models.
    public var path: String
    /// The size in bytes.
    public var bytes: Int64
    /// The SHA-256 digest in hexadecimal: the only thing that is trusted.
    public var sha256: String
    /// Where the file is to be had, the first choice first.
    public var sources: [Source]

    package init(path: String, bytes: Int64, sha256: String, sources: [Source]) {
      (self.path, self.bytes, self.sha256, self.sources) = (path, bytes, sha256, sources)
    }
  }

  /// A place where a file is to be had: at a URL, or in Python packages whose members follow one another.
  public struct Source: Sendable, Hashable, Codable {
    /// The maker's own release.
    public var url: String?
    /// Packages that carry the file as data.
    public var packages: [Package]?

    package init(url: String?, packages: [Package]?) {
      (self.url, self.packages) = (url, packages)
    }
  }

  /// A Python package that carries a file or a part of one. It is unpacked, never imported or run.
  public struct Package: Sendable, Hashable, Codable {
    /// The package's name.
    public var name: String
    /// The one version that is known to carry the file.
    public var version: String
    /// The path inside the package.
    public var member: String
  }

  /// The name that commands take.
  public var name: String
  /// What it is for.
  public var kind: Kind
  /// Whether it is the one taken when none is named.
  public var isDefault: Bool
  /// The licence of the weights.
  public var licence: String
  /// The window in tokens that it was trained for, or encodes at most.
  public var contextSize: Int
  /// Coordinates of its vectors; encoders only.
  public var dimensions: Int?
  /// When its doubt counts; only for models that serve.
  public var refusal: RefusalCuts?
  /// The path inside the folder of models: a folder for an encoder, a file for a model.
  public var path: String
  /// Its files.
  public var files: [File]

  /// The size of all its files.
  public var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }
}
