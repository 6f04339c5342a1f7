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
    /// The model is there and not in memory.
    case notLoaded
  }

  /// Whether it is `.available`.
  public var isAvailable: Bool { self == .available }
}

extension LanguageModel {
  /// Available: a model that is a value was loaded before.
  public var availability: LanguageModelAvailability { .available }
}
