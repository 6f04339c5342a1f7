#if canImport(FoundationModels, _version: 2)
  import Foundation
  public import FoundationModels
  public import LanguageModels

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelError {
    /// Creates the error of Apple's framework for one of this package, about a transcript.
    public init(_ error: LanguageModels.LanguageModelError, in transcript: FoundationModels.Transcript) {
      let text = error.localizedDescription
      switch error {
      case .contextSizeExceeded(let contextSize, let tokenCount), .promptTooLarge(let contextSize, let tokenCount, _):
        self = .contextSizeExceeded(
          .init(contextSize: contextSize, tokenCount: tokenCount, debugDescription: text))
      case .rateLimited(let resetDate): self = .rateLimited(.init(resetDate: resetDate, debugDescription: text))
      case .guardrailViolation: self = .guardrailViolation(.init(debugDescription: text))
      case .refusal(let explanation): self = .refusal(.init(explanation: explanation, debugDescription: text))
      case .unsupportedCapability(_, let capability):
        self = .unsupportedCapability(
          .init(capability: capability == "reasoning" ? .reasoning : .toolCalling, debugDescription: text))
      case .unsupportedTranscriptContent(let entryIDs):
        self = .unsupportedTranscriptContent(
          .init(
            unsupportedContent: transcript.filter { entryIDs.contains($0.id) }, debugDescription: text))
      case .unsupportedGenerationGuide(let schemaName, _):
        self = .unsupportedGenerationGuide(.init(schemaName: schemaName, debugDescription: text))
      case .unsupportedLanguageOrLocale(let languageCode):
        self = .unsupportedLanguageOrLocale(
          .init(languageCode: Locale.LanguageCode(languageCode), debugDescription: text))
      case .timeout: self = .timeout(.init(debugDescription: text))
      }
    }
  }
#endif
