public import Foundation

extension Transcript {
  /// A tool as described to the model.
  public struct ToolDefinition: Sendable, Equatable {
    /// The name that the model calls.
    public var name: String
    /// What it does, in a short sentence.
    public var description: String
    /// The schema of its arguments.
    public var parameters: GenerationSchema

    /// Creates a definition.
    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }

    /// Creates the definition of a tool.
    public init(tool: some Tool) {
      self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
    }

    /// Whether the model sees both alike.
    public static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && left.description == right.description
        && left.parameters.debugDescription == right.parameters.debugDescription
    }
  }

  /// The format of a response.
  public struct ResponseFormat: Sendable, Equatable {
    /// The schema's name.
    public var name: String
    /// The schema.
    public var schema: GenerationSchema

    /// Creates the format of a schema.
    public init(schema: GenerationSchema) {
      self.init(name: schema.root.title ?? "Response", schema: schema)
    }
    /// Creates the format of a type.
    public init(type: any Generable.Type) {
      self.init(schema: type.generationSchema)
    }
    init(name: String, schema: GenerationSchema) {
      self.name = name
      self.schema = schema
    }

    /// Whether name and schema are equal.
    public static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && left.schema.debugDescription == right.schema.debugDescription
    }
  }

  /// A tool that the model called.
  public struct ToolCall: Sendable, Identifiable, Equatable {
    /// The id, which the call's output shares.
    public var id: String
    /// The name of the tool.
    public var toolName: String
    /// The arguments.
    public var arguments: GeneratedContent

    /// Creates a call.
    public init(id: String = UUID().uuidString, toolName: String, arguments: GeneratedContent) {
      self.id = id
      self.toolName = toolName
      self.arguments = arguments
    }
  }

  /// Tools that the model called in one reply; no call needs the output of another.
  public struct ToolCalls: Sendable, Identifiable, Equatable, RandomAccessCollection {
    /// The id of the entry.
    public var id: String
    private var calls: [ToolCall]

    /// Creates an entry.
    public init(id: String = UUID().uuidString, _ calls: some Sequence<ToolCall>) {
      self.id = id
      self.calls = Array(calls)
    }

    /// The position of the first call: 0.
    public var startIndex: Int { 0 }
    /// The position after the last call: the number of calls.
    public var endIndex: Int { calls.count }
    /// The call at a position.
    public subscript(position: Int) -> ToolCall { calls[position] }
  }
}
