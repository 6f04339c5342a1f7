// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public protocol PromptRepresentable { var promptRepresentation: Prompt { get } }
public protocol InstructionsRepresentable { var instructionsRepresentation: Instructions { get } }

public struct Prompt: Sendable, PromptRepresentable {
  let text: String
  public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }
  init(text: String) { self.text = text }
  public var promptRepresentation: Prompt { self }
}

public struct Instructions: Sendable, InstructionsRepresentable {
  let text: String
  public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }
  init(text: String) { self.text = text }
  public var instructionsRepresentation: Instructions { self }
}

extension ConvertibleToGeneratedContent {
  public var promptRepresentation: Prompt { Prompt(text: text) }
  public var instructionsRepresentation: Instructions { Instructions(text: text) }
  private var text: String { (self as? String) ?? generatedContent.jsonString }
}

public protocol Tool<Arguments, Output>: Sendable {
  associatedtype Output: PromptRepresentable
  associatedtype Arguments: ConvertibleFromGeneratedContent
  var name: String { get }
  var description: String { get }
  var parameters: GenerationSchema { get }
  var includesSchemaInInstructions: Bool { get }
  @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  public var name: String { String(describing: Self.self) }
  public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

public struct GenerationOptions: Sendable, Equatable {
  public struct SamplingMode: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
      case greedy
      case randomTopK(Int, seed: UInt64?)
      case randomProbabilityThreshold(Double, seed: UInt64?)
    }
    public let kind: Kind
    public static var greedy: Self { Self(kind: .greedy) }
    public static func random(top: Int, seed: UInt64? = nil) -> Self { Self(kind: .randomTopK(top, seed: seed)) }
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> Self {
      Self(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }
  public enum ToolCallingMode: Sendable, Equatable { case allowed, required, disallowed }
  public var samplingMode: SamplingMode?
  public var temperature: Double?
  public var maximumResponseTokens: Int?
  public var toolCallingMode: ToolCallingMode?
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
    toolCallingMode: ToolCallingMode? = nil
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }
}

public struct ContextOptions: Sendable, Equatable {
  public enum ReasoningLevel: Sendable, Equatable { case light, moderate, deep, custom(String) }
  public var includeSchemaInPrompt: Bool?
  public var reasoningLevel: ReasoningLevel?
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }
}
