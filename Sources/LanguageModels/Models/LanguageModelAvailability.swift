/// Whether a model can be asked.
public enum LanguageModelAvailability: Sendable, Hashable {
  /// It can.
  case available
  /// It cannot, for this reason.
  case unavailable(UnavailableReason)

  /// Why a model cannot be asked.
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
