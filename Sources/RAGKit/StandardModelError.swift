public import Foundation

/// What can be wrong with the choice of a model.
public enum StandardModelError: LocalizedError, Hashable {
  /// A precision was given for a file that has its own.
  case fixedPrecision(path: String)

  /// A sentence for the person who chose it.
  public var errorDescription: String? {
    switch self {
    case .fixedPrecision(let path): "\(path) computes as its file says, and takes no other precision"
    }
  }
}
