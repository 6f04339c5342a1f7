public import Foundation

extension Transcript {
  /// One entry of a transcript.
  public enum Entry: Sendable, Identifiable, Equatable {
    /// How the model should behave, and the tools that it has.
    case instructions(Instructions)
    /// The prompt of a request.
    case prompt(Prompt)
    /// What the model thought before it called tools or answered.
    case reasoning(Reasoning)
    /// Tools that the model called in one reply.
    case toolCalls(ToolCalls)
    /// The output of a called tool.
    case toolOutput(ToolOutput)
    /// The model's answer.
    case response(Response)

    /// The id, which stays the same through compaction and storage.
    public var id: String {
      switch self {
      case .instructions(let entry): entry.id
      case .prompt(let entry): entry.id
      case .reasoning(let entry): entry.id
      case .toolCalls(let entry): entry.id
      case .toolOutput(let entry): entry.id
      case .response(let entry): entry.id
      }
    }
  }

  /// How the model should behave.
  public struct Instructions: Sendable, Identifiable, Equatable {
    /// The id of the entry.
    public var id: String
    /// The instructions, and the summary of earlier turns.
    public var segments: [Segment]
    /// The tools that the model has.
    public var toolDefinitions: [ToolDefinition]

    /// Creates an entry.
    public init(id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition] = []) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  /// The prompt of a request.
  public struct Prompt: Sendable, Identifiable, Equatable {
    /// The id of the entry.
    public var id: String
    /// The parts of the prompt: passages, followed by the question.
    public var segments: [Segment]
    /// The options of the request.
    public var options: GenerationOptions
    /// The format of the reply; `nil` for text.
    public var responseFormat: ResponseFormat?

    /// Creates an entry.
    public init(
      id: String = UUID().uuidString, segments: [Segment], options: GenerationOptions = .init(),
      responseFormat: ResponseFormat? = nil
    ) {
      self.id = id
      self.segments = segments
      self.options = options
      self.responseFormat = responseFormat
    }
  }

  /// What the model thought before it called tools or answered. No later prompt contains it.
  public struct Reasoning: Sendable, Identifiable, Equatable {
    /// The id of the entry.
    public var id: String
    /// The thought.
    public var segments: [Segment]

    /// Creates an entry.
    public init(id: String = UUID().uuidString, segments: [Segment]) {
      self.id = id
      self.segments = segments
    }
  }

  /// The output of a called tool.
  public struct ToolOutput: Sendable, Identifiable, Equatable {
    /// The id of the call that this answers.
    public var id: String
    /// The tool's name.
    public var toolName: String
    /// The output.
    public var segments: [Segment]

    /// Creates an entry; `id` is that of the call.
    public init(id: String, toolName: String, segments: [Segment]) {
      self.id = id
      self.toolName = toolName
      self.segments = segments
    }
  }

  /// The model's answer.
  public struct Response: Sendable, Identifiable, Equatable {
    /// The id of the entry.
    public var id: String
    /// Names of the assets used for the answer, if the model reports them.
    public var assetIDs: [String]
    /// The answer.
    public var segments: [Segment]

    /// Creates an entry.
    public init(id: String = UUID().uuidString, assetIDs: [String] = [], segments: [Segment]) {
      self.id = id
      self.assetIDs = assetIDs
      self.segments = segments
    }
  }
}

extension Transcript.Entry: CustomStringConvertible {
  /// The entry as in `Transcript.text`, which leaves out thoughts.
  public var description: String {
    guard case .reasoning(let reasoning) = self else { return Transcript.text(of: [self]) }
    return "Reasoning: " + Transcript.text(of: reasoning.segments)
  }
}
