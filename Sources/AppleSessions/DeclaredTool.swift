#if canImport(FoundationModels, _version: 2)
  import FoundationModels
  import LanguageModels

  /// A tool that the session of someone else runs: this package only describes it to the model.
  @available(macOS 27, iOS 27, visionOS 27, *)
  struct DeclaredTool: LanguageModels.Tool {
    let name: String
    let description: String
    let parameters: LanguageModels.GenerationSchema

    init(_ definition: FoundationModels.Transcript.ToolDefinition) throws {
      name = definition.name
      description = definition.description
      parameters = try LanguageModels.GenerationSchema(definition.parameters)
    }

    /// Never called.
    func call(arguments: LanguageModels.GeneratedContent) async throws -> String {
      throw LanguageModels.LanguageModelError.unsupportedCapability(model: name, capability: "calls")
    }
  }
#endif
