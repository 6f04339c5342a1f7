#if canImport(FoundationModels, _version: 2)
  import Foundation
  public import FoundationModels
  public import LanguageModels

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension LanguageModels.Transcript {
    /// Creates the transcript of a conversation with Apple's framework. Entries without text for a model are left out.
    ///
    /// Throws `LanguageModelError.unsupportedTranscriptContent` for attachments, which no model here can read.
    public init(_ transcript: FoundationModels.Transcript) throws {
      self.init(entries: try transcript.compactMap { try Entry($0) })
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.Transcript {
    /// Creates the transcript of a conversation with this package, so that Apple's framework can continue it.
    public init(_ transcript: LanguageModels.Transcript) throws {
      self.init(entries: try transcript.map { try Entry($0) })
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension LanguageModels.Transcript.Entry {
    fileprivate init?(_ entry: FoundationModels.Transcript.Entry) throws {
      func segments(_ segments: [FoundationModels.Transcript.Segment]) throws -> [LanguageModels.Transcript.Segment] {
        try segments.map { segment in
          switch segment {
          case .text(let text): .text(.init(id: text.id, content: text.content))
          case .structure(let structure):
            .structure(
              .init(
                id: structure.id, schemaName: structure.schemaName,
                content: try LanguageModels.GeneratedContent(json: structure.content.jsonString)))
          default:
            throw LanguageModels.LanguageModelError.unsupportedTranscriptContent(entryIDs: [entry.id])
          }
        }
      }
      switch entry {
      case .instructions(let entry):
        self = .instructions(
          .init(
            id: entry.id, segments: try segments(entry.segments),
            toolDefinitions: try entry.toolDefinitions.map {
              .init(
                name: $0.name, description: $0.description,
                parameters: try LanguageModels.GenerationSchema($0.parameters))
            }))
      case .prompt(let entry): self = .prompt(.init(id: entry.id, segments: try segments(entry.segments)))
      case .toolCalls(let entry):
        self = .toolCalls(
          .init(
            id: entry.id,
            try entry.map {
              .init(
                id: $0.id, toolName: $0.toolName,
                arguments: try LanguageModels.GeneratedContent(json: $0.arguments.jsonString))
            }))
      case .toolOutput(let entry):
        self = .toolOutput(.init(id: entry.id, toolName: entry.toolName, segments: try segments(entry.segments)))
      case .response(let entry): self = .response(.init(id: entry.id, segments: try segments(entry.segments)))
      case .reasoning(let entry): self = .reasoning(.init(id: entry.id, segments: try segments(entry.segments)))
      default: return nil
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.Transcript.Entry {
    fileprivate init(_ entry: LanguageModels.Transcript.Entry) throws {
      func segments(_ segments: [LanguageModels.Transcript.Segment]) throws -> [FoundationModels.Transcript.Segment] {
        try segments.map { segment in
          switch segment {
          case .text(let text): .text(.init(id: text.id, content: text.content))
          case .structure(let structure):
            .structure(
              .init(
                id: structure.id, schemaName: structure.schemaName,
                content: try FoundationModels.GeneratedContent(json: structure.content.jsonString)))
          }
        }
      }
      switch entry {
      case .instructions(let entry):
        self = .instructions(
          .init(
            id: entry.id, segments: try segments(entry.segments),
            toolDefinitions: try entry.toolDefinitions.map {
              .init(
                name: $0.name, description: $0.description,
                parameters: try FoundationModels.GenerationSchema($0.parameters))
            }))
      case .prompt(let entry): self = .prompt(.init(id: entry.id, segments: try segments(entry.segments)))
      case .toolCalls(let entry):
        self = .toolCalls(
          .init(
            id: entry.id,
            try entry.map {
              .init(
                id: $0.id, toolName: $0.toolName,
                arguments: try FoundationModels.GeneratedContent(json: $0.arguments.jsonString))
            }))
      case .toolOutput(let entry):
        self = .toolOutput(.init(id: entry.id, toolName: entry.toolName, segments: try segments(entry.segments)))
      case .response(let entry):
        self = .response(.init(id: entry.id, assetIDs: entry.assetIDs, segments: try segments(entry.segments)))
      case .reasoning(let entry): self = .reasoning(.init(id: entry.id, segments: try segments(entry.segments)))
      }
    }
  }
#endif
