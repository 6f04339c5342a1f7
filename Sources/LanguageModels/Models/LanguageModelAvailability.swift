/// Whether a model can be used.
public enum LanguageModelAvailability: Sendable, Hashable {
  /// The model can be used.
  case available
  /// The model cannot be used, for this reason.
  case unavailable(UnavailableReason)

  /// Why a model cannot be used.
  public enum UnavailableReason: Sendable, Hashable {
    /// There is no file at this path.
    case modelFileMissing(path: String)
    /// The model is on disk but not in memory.
    case notLoaded
  }

  /// Whether it is `.available`.
  public var isAvailable: Bool { self == .available }
}

extension LanguageModel {
  /// Available: a model that exists as a value is loaded.
  public var availability: LanguageModelAvailability { .available }
}
