#if canImport(FoundationModels)
  import Foundation
  public import FoundationModels
  public import LanguageModels

  /// A tool of this package for sessions of Apple's Foundation Models, such as a search in the notes:
  ///
  ///     let search = try AppleTool(RetrievalTool(notes))
  ///     let session = FoundationModels.LanguageModelSession(tools: [search], instructions: "Answer from the notes.")
  ///
  /// Give each session its own tool.
  @available(macOS 26, iOS 26, visionOS 26, *)
  public struct AppleTool<Base: LanguageModels.Tool>: FoundationModels.Tool {
    /// The tool that is called.
    public let base: Base
    /// The schema of its arguments.
    public let parameters: FoundationModels.GenerationSchema

    /// Creates a tool. Throws if the schema of its arguments cannot be expressed.
    public init(_ base: Base) throws {
      self.base = base
      parameters = try FoundationModels.GenerationSchema(base.parameters)
    }

    /// The name that the model calls.
    public var name: String { base.name }
    /// The description that the model sees.
    public var description: String { base.description }
    /// Whether the instructions describe the tool.
    public var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }

    /// Runs the tool. Throws what it throws, or `GeneratedContent.ParsingError` if the arguments do not match.
    @concurrent public func call(arguments: FoundationModels.GeneratedContent) async throws -> String {
      let content = try LanguageModels.GeneratedContent(json: arguments.jsonString)
      return try await base.call(arguments: Base.Arguments(content)).promptRepresentation.description
    }
  }

  @available(macOS 26, iOS 26, visionOS 26, *)
  extension FoundationModels.GenerationSchema {
    /// Creates the same schema for Apple's sessions; both have the same form in JSON.
    init(_ schema: LanguageModels.GenerationSchema) throws {
      self = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(schema))
    }
  }
#endif
