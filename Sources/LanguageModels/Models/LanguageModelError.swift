public import Foundation

/// Why a request got no reply.
public enum LanguageModelError: Error, Hashable, LocalizedError {
  /// The request leaves no room in the window for a reply.
  case contextSizeExceeded(contextSize: Int, tokenCount: Int)
  /// The prompt alone, without instructions and history, leaves no room in the window for a reply.
  case promptTooLarge(contextSize: Int, tokenCount: Int, promptTokenCount: Int)
  /// The model takes no more requests until `resetDate`.
  case rateLimited(resetDate: Date?)
  /// A guardrail of the model's maker blocks the prompt or the reply.
  case guardrailViolation
  /// The model declines to answer.
  case refusal(explanation: String)
  /// The model cannot do what was asked.
  case unsupportedCapability(model: String, capability: String)
  /// The model does not support some entries of the transcript, named by id.
  case unsupportedTranscriptContent(entryIDs: [String])
  /// The model cannot enforce a guide of a schema.
  case unsupportedGenerationGuide(schemaName: String?, reason: String)
  /// The model does not support the language.
  case unsupportedLanguageOrLocale(languageCode: String)
  /// The model took too long.
  case timeout

  /// A message for the user.
  public var errorDescription: String? {
    switch self {
    case .contextSizeExceeded(let contextSize, let tokenCount):
      "the prompt of \(tokenCount) tokens leaves no room for a reply in a window of \(contextSize)"
    case .promptTooLarge(let contextSize, let tokenCount, let promptTokenCount):
      "the prompt alone has \(promptTokenCount) tokens (\(tokenCount) with instructions and room for a reply), "
        + "but the window has \(contextSize)"
    case .rateLimited(let resetDate):
      "the model accepts no requests now: try again \(resetDate.map { "after \($0)" } ?? "later")"
    case .guardrailViolation: "the model is not allowed to answer this: ask for something else"
    case .refusal(let explanation): "the model declines to answer: \(explanation)"
    case .unsupportedCapability(let model, let capability):
      "\(model) does not support \(capability)"
    case .unsupportedTranscriptContent(let entryIDs):
      "the model does not support \(entryIDs.joined(separator: ", ")): remove these entries from the transcript"
    case .unsupportedGenerationGuide(let schemaName, let reason):
      "the schema \(schemaName ?? "without a name") cannot be enforced: \(reason)"
    case .unsupportedLanguageOrLocale(let languageCode):
      "the model does not support the language \(languageCode): ask in another one"
    case .timeout: "the model took too long: try again, or choose a smaller model"
    }
  }
}
