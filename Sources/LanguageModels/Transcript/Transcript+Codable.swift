extension Transcript: Codable {
  /// Decodes Apple's wire form, version 1; unknown fields are ignored.
  ///
  /// Throws `DecodingError` for any other form or version, or an entry of unknown kind.
  public init(from decoder: any Decoder) throws {
    let form = try TranscriptForm(from: decoder)
    guard form.type == TranscriptForm.type, form.version == TranscriptForm.version else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected \(TranscriptForm.type) in version \(TranscriptForm.version), "
            + "found \(form.type) in version \(form.version)"))
    }
    self.init(
      entries: try form.transcript.entries.map { entry in
        guard let entry = entry.entry else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "an entry of the kind \(entry.role) is not known"))
        }
        return entry
      })
  }

  /// Encodes Apple's wire form, version 1.
  public func encode(to encoder: any Encoder) throws {
    try TranscriptForm(transcript: .init(entries: map(TranscriptForm.Entry.init))).encode(to: encoder)
  }
}

/// A transcript in the wire form of Apple's framework.
private struct TranscriptForm: Codable {
  static let type = "FoundationModels.Transcript"
  static let version = 1

  struct Entries: Codable { var entries: [Entry] }

  struct Entry: Codable {
    var role: String
    var id: String
    var contents: [Segment]?
    var tools: [Tool]?
    var options: GenerationOptions?
    var responseFormat: Format?
    var toolCalls: [Call]?
    var toolCallID: String?
    var toolName: String?
    var assets: [String]?
  }

  struct Segment: Codable {
    struct Structure: Codable {
      var source: String
      var content: JSONValue
    }
    var type: String
    var id: String
    var text: String?
    var structure: Structure?
  }

  struct Tool: Codable {
    struct Function: Codable {
      var name: String
      var description: String
      var parameters: GenerationSchema
    }
    var type = "function"
    var function: Function
  }

  struct Format: Codable {
    struct Schema: Codable {
      var name: String
      var schema: GenerationSchema
    }
    var type = "jsonSchema"
    var jsonSchema: Schema
  }

  struct Call: Codable {
    var id: String
    var name: String
    var arguments: String
  }

  var type = Self.type
  var version = Self.version
  var transcript: Entries
}

extension TranscriptForm.Entry {
  init(_ entry: Transcript.Entry) {
    switch entry {
    case .instructions(let entry):
      self.init(
        role: "instructions", id: entry.id, contents: entry.segments.map(TranscriptForm.Segment.init),
        tools: entry.toolDefinitions.isEmpty ? nil : entry.toolDefinitions.map(TranscriptForm.Tool.init))
    case .prompt(let entry):
      self.init(
        role: "user", id: entry.id, contents: entry.segments.map(TranscriptForm.Segment.init), options: entry.options,
        responseFormat: entry.responseFormat.map {
          TranscriptForm.Format(jsonSchema: .init(name: $0.name, schema: $0.schema))
        })
    case .reasoning(let entry):
      self.init(role: "reasoning", id: entry.id, contents: entry.segments.map(TranscriptForm.Segment.init))
    case .toolCalls(let entry):
      self.init(
        role: "response", id: entry.id,
        toolCalls: entry.map { .init(id: $0.id, name: $0.toolName, arguments: $0.arguments.jsonString) })
    case .toolOutput(let entry):
      self.init(
        role: "tool", id: entry.id, contents: entry.segments.map(TranscriptForm.Segment.init), toolCallID: entry.id,
        toolName: entry.toolName)
    case .response(let entry):
      self.init(
        role: "response", id: entry.id, contents: entry.segments.map(TranscriptForm.Segment.init),
        assets: entry.assetIDs)
    }
  }

  /// The transcript entry, or `nil` if its kind is unknown.
  var entry: Transcript.Entry? {
    let segments = (contents ?? []).compactMap(\.segment)
    guard segments.count == contents?.count ?? 0 else { return nil }
    switch role {
    case "instructions":
      return .instructions(.init(id: id, segments: segments, toolDefinitions: (tools ?? []).map(\.definition)))
    case "user":
      let format = responseFormat?.jsonSchema
      return .prompt(
        .init(
          id: id, segments: segments, options: options ?? .init(),
          responseFormat: format.map { .init(name: $0.name, schema: $0.schema) }))
    case "reasoning": return .reasoning(.init(id: id, segments: segments))
    case "tool":
      return .toolOutput(.init(id: toolCallID ?? id, toolName: toolName ?? "", segments: segments))
    case "response":
      guard let toolCalls else { return .response(.init(id: id, assetIDs: assets ?? [], segments: segments)) }
      let calls = toolCalls.compactMap(\.call)
      return calls.count == toolCalls.count ? .toolCalls(.init(id: id, calls)) : nil
    default: return nil
    }
  }
}

extension TranscriptForm.Segment {
  init(_ segment: Transcript.Segment) {
    switch segment {
    case .text(let text): self.init(type: "text", id: text.id, text: text.content)
    case .structure(let structure):
      self.init(
        type: "structure", id: structure.id,
        structure: .init(source: structure.schemaName, content: structure.content.json))
    }
  }

  var segment: Transcript.Segment? {
    switch (type, text, structure) {
    case ("text", let text?, _): .text(.init(id: id, content: text))
    case ("structure", _, let structure?):
      .structure(.init(id: id, schemaName: structure.source, content: GeneratedContent(structure.content)))
    default: nil
    }
  }
}

extension TranscriptForm.Tool {
  init(_ definition: Transcript.ToolDefinition) {
    self.init(
      function: .init(
        name: definition.name, description: definition.description, parameters: definition.parameters))
  }

  var definition: Transcript.ToolDefinition {
    .init(name: function.name, description: function.description, parameters: function.parameters)
  }
}

extension TranscriptForm.Call {
  var call: Transcript.ToolCall? {
    (try? GeneratedContent(json: arguments)).map { .init(id: id, toolName: name, arguments: $0) }
  }
}
