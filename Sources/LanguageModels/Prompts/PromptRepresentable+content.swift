extension ConvertibleToGeneratedContent {
  /// The content as a prompt: text as it is, a structure as JSON.
  public var promptRepresentation: Prompt { return Prompt(segments: [generatedContent.segment]) }
  /// The content as instructions: text as it is, a structure as JSON.
  public var instructionsRepresentation: Instructions { return Instructions(segments: [generatedContent.segment]) }
}

extension Optional: PromptRepresentable where Wrapped: ConvertibleToGeneratedContent {}
extension Optional: InstructionsRepresentable where Wrapped: ConvertibleToGeneratedContent {}

extension GeneratedContent {
  /// The content as a segment of a transcript.
  var segment: Transcript.Segment {
    if case .string(let text) = json { return .text(.init(content: text)) }
    return .structure(.init(schemaName: "", content: self))
  }
}
