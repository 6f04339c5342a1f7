// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import UniformTypeIdentifiers

public protocol LanguageModel: Sendable {
  associatedtype Executor: LanguageModelExecutor where Executor.Model == Self
  var capabilities: LanguageModelCapabilities { get }
  var executorConfiguration: Executor.Configuration { get }
  func supportsDataEntryType(_ type: UTType) async throws -> Bool
}

extension LanguageModel {
  public func supportsDataEntryType(_ type: UTType) async throws -> Bool { false }
}

public protocol LanguageModelExecutor: Sendable {
  associatedtype Configuration: Hashable & Sendable
  associatedtype Model: LanguageModel
  init(configuration: Configuration) throws
  func prewarm(model: Model, transcript: Transcript)
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

extension LanguageModelExecutor {
  public func prewarm(model: Model, transcript: Transcript) {}
}

public struct LanguageModelCapabilities: Sendable {
  public struct Capability: Sendable, Hashable {
    let name: String
    public static let vision = Self(name: "vision")
    public static let guidedGeneration = Self(name: "guidedGeneration")
    public static let reasoning = Self(name: "reasoning")
    public static let toolCalling = Self(name: "toolCalling")
  }
  let capabilities: [Capability]
  public init(_ capabilities: [Capability]) { self.capabilities = capabilities }
  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}

public struct LanguageModelExecutorGenerationRequest: Sendable {
  public var id: UUID
  public var transcript: Transcript
  public var enabledToolDefinitions: [Transcript.ToolDefinition]
  public var schema: GenerationSchema?
  public var generationOptions: GenerationOptions
  public var contextOptions: ContextOptions
}

public struct LanguageModelExecutorGenerationChannel: Sendable {
  public struct Input: Sendable {
    public init(totalTokenCount: Int, cachedTokenCount: Int) {}
  }
  public struct Output: Sendable {
    public let totalTokenCount: Int
    public init(totalTokenCount: Int, reasoningTokenCount: Int) { self.totalTokenCount = totalTokenCount }
  }
  public enum ResponseAction: Sendable {
    case appendText(String, tokenCount: Int)
    case replaceTextSegment(String, tokenCount: Int)
    case updateUsage(input: Input, output: Output)
  }
  public enum ReasoningAction: Sendable { case appendText(String, tokenCount: Int) }
  public enum ToolCallAction: Sendable { case appendArguments(String, tokenCount: Int) }
  public enum ToolCallsAction: Sendable {
    case toolCall(id: String, name: String, action: ToolCallAction)
    case updateUsage(input: Input, output: Output)
  }
  public enum DataAction: Sendable {
    case update(contentType: UTType, content: Data, metadata: GeneratedContent = GeneratedContent(properties: [:]))
  }
  public enum Event: Sendable {
    case response(entryID: String, action: ResponseAction)
    case reasoning(entryID: String?, action: ReasoningAction)
    case toolCalls(entryID: String, action: ToolCallsAction)
    case data(entryID: String?, action: DataAction)
  }
  let receive: @Sendable (Event) -> Void
  public func send(_ event: Event) async { receive(event) }
}

public enum LanguageModelError: LocalizedError {
  case contextSizeExceeded(ContextSizeExceeded)
  case rateLimited(RateLimited)
  case guardrailViolation(GuardrailViolation)
  case refusal(Refusal)
  case unsupportedCapability(UnsupportedCapability)
  case unsupportedTranscriptContent(UnsupportedTranscriptContent)
  case unsupportedGenerationGuide(UnsupportedGenerationGuide)
  case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
  case timeout(Timeout)

  public struct ContextSizeExceeded: Sendable {
    public var contextSize: Int
    public var tokenCount: Int
    public init(contextSize: Int, tokenCount: Int, debugDescription: String) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
    }
  }
  public struct RateLimited: Sendable {
    public var resetDate: Date?
    public init(resetDate: Date?, debugDescription: String) { self.resetDate = resetDate }
  }
  public struct GuardrailViolation: Sendable { public init(debugDescription: String) {} }
  public struct Refusal: Sendable {
    public init(explanation: String, debugDescription: String) {}
  }
  public struct UnsupportedCapability: Sendable {
    public init(capability: LanguageModelCapabilities.Capability, debugDescription: String) {}
  }
  public struct UnsupportedTranscriptContent: Sendable {
    public var unsupportedContent: [Transcript.Entry]
    public init(unsupportedContent: [Transcript.Entry], debugDescription: String) {
      self.unsupportedContent = unsupportedContent
    }
  }
  public struct UnsupportedGenerationGuide: Sendable {
    public init(schemaName: String?, debugDescription: String) {}
  }
  public struct UnsupportedLanguageOrLocale: Sendable {
    public init(languageCode: Locale.LanguageCode, debugDescription: String) {}
  }
  public struct Timeout: Sendable { public init(debugDescription: String) {} }
}
