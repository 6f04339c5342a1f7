public import Foundation

/// An error in an answer that follows a schema.
public enum StructuredAnswerError: LocalizedError, Hashable {
  /// The reply reached its limit, or the end of the window, before the content was complete.
  case cut(tokens: Int)

  /// A sentence for the user.
  public var errorDescription: String? {
    switch self {
    case .cut(let tokens): "the answer was cut off after \(tokens) tokens, the limit of the reply"
    }
  }
}
