public import Foundation

/// What can go wrong between a request and its reply, with what to do about it.
public enum LanguageModelError: Error, Hashable, LocalizedError {
  /// The request leaves no room in the window for even one token of a reply.
  case contextSizeExceeded(contextSize: Int, tokenCount: Int)
  /// The model cannot do what was asked.
  case unsupportedCapability(model: String, capability: String)

  /// A sentence for the person who asked.
  public var errorDescription: String? {
    switch self {
    case .contextSizeExceeded(let contextSize, let tokenCount):
      "the prompt of \(tokenCount) tokens leaves no room in a window of \(contextSize): shorten it, or widen it with --context-size"
    case .unsupportedCapability(let model, let capability):
      "\(model) cannot do this: \(capability)"
    }
  }
}
