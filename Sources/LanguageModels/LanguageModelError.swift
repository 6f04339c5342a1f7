public import Foundation

/// What can go wrong between a request and its reply, with what to do about it.
public enum LanguageModelError: Error, Hashable, LocalizedError {
  /// The request does not fit the window.
  case contextSizeExceeded(contextSize: Int, tokenCount: Int)
  /// The model cannot do what was asked.
  case unsupportedCapability(model: String, capability: String)

  /// A sentence for the person who asked.
  public var errorDescription: String? {
    switch self {
    case .contextSizeExceeded(let contextSize, let tokenCount):
      "the prompt has \(tokenCount) tokens and the window holds \(contextSize): shorten the question, or widen the window with --context-size"
    case .unsupportedCapability(let model, let capability):
      "\(model) cannot do this: \(capability)"
    }
  }
}
