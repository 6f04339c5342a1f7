public import Foundation

/// An error in the choice of a model.
public enum StandardModelError: LocalizedError, Hashable {
  /// int8 was requested for a file that fixes its own precision.
  case fixedPrecision(path: String)

  /// A sentence for the user.
  public var errorDescription: String? {
    switch self {
    case .fixedPrecision(let path): "\(path) has a fixed precision"
    }
  }
}
