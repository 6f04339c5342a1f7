// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import UniformTypeIdentifiers

public struct Transcript: Sendable, Equatable, RandomAccessCollection {
  var entries: [Entry]
  public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }
  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }
  public subscript(index: Int) -> Entry { entries[index] }

  public enum Entry: Sendable, Identifiable, Equatable {
    case instructions(Instructions)
    case prompt(Prompt)
    case toolCalls(ToolCalls)
    case toolOutput(ToolOutput)
    case response(Response)
    case reasoning(Reasoning)
    case data(DataEntry)

    public var id: String {
      switch self {
      case .instructions(let entry): entry.id
      case .prompt(let entry): entry.id
      case .toolCalls(let entry): entry.id
      case .toolOutput(let entry): entry.id
      case .response(let entry): entry.id
      case .reasoning(let entry): entry.id
      case .data(let entry): entry.id
      }
    }
  }

  public enum Segment: Sendable, Identifiable, Equatable {
    case text(TextSegment)
    case structure(StructuredSegment)
    case attachment(AttachmentSegment)
    public var id: String {
      switch self {
      case .text(let segment): segment.id
      case .structure(let segment): segment.id
      case .attachment(let segment): segment.id
      }
    }
  }

  public struct TextSegment: Sendable, Equatable {
    public var id: String
    public var content: String
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  public struct StructuredSegment: Sendable, Equatable {
    public var id: String
    public var schemaName: String
    public var content: GeneratedContent
    public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }
  }

  public struct AttachmentSegment: Sendable, Equatable {
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct Instructions: Sendable, Equatable {
    public var id: String
    public var segments: [Segment]
    public var toolDefinitions: [ToolDefinition]
    public init(id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition]) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  public struct ToolDefinition: Sendable, Equatable {
    public var name: String
    public var description: String
    public var parameters: GenerationSchema
    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  }

  public struct Prompt: Sendable, Equatable {
    public var id: String
    public var segments: [Segment]
    public init(id: String = UUID().uuidString, segments: [Segment]) {
      self.id = id
      self.segments = segments
    }
  }

  public struct ToolCalls: Sendable, Equatable, RandomAccessCollection {
    public var id: String
    var calls: [ToolCall]
    public init(id: String = UUID().uuidString, _ calls: some Sequence<ToolCall>) {
      self.id = id
      self.calls = Array(calls)
    }
    public var startIndex: Int { 0 }
    public var endIndex: Int { calls.count }
    public subscript(index: Int) -> ToolCall { calls[index] }
  }

  public struct ToolCall: Sendable, Equatable {
    public var id: String
    public var toolName: String
    public var arguments: GeneratedContent
    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.id = id
      self.toolName = toolName
      self.arguments = arguments
    }
  }

  public struct ToolOutput: Sendable, Equatable {
    public var id: String
    public var toolName: String
    public var segments: [Segment]
    public init(id: String, toolName: String, segments: [Segment]) {
      self.id = id
      self.toolName = toolName
      self.segments = segments
    }
  }

  public struct Response: Sendable, Equatable {
    public var id: String
    public var segments: [Segment]
    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
      self.id = id
      self.segments = segments
    }
  }

  public struct Reasoning: Sendable, Equatable {
    public var id: String
    public var segments: [Segment]
    public init(id: String = UUID().uuidString, segments: [Segment]) {
      self.id = id
      self.segments = segments
    }
  }

  public struct DataEntry: Sendable, Equatable {
    public var id: String
    public var contentType: UTType
    public var content: Data
    public var metadata: GeneratedContent
    public init(id: String, contentType: UTType, content: Data, metadata: GeneratedContent) {
      self.id = id
      self.contentType = contentType
      self.content = content
      self.metadata = metadata
    }
  }
}
