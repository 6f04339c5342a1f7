/// How a model should behave in a session.
///
/// Instructions come from the developer. Text from a user or a document belongs in a prompt.
public struct Instructions: Sendable {
  /// The parts of the instructions.
  package var segments: [Transcript.Segment]

  package init(segments: [Transcript.Segment]) { self.segments = segments }
  /// Creates instructions from a value.
  public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }
  /// Creates instructions from several components.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }
  /// The instructions as text.
  public var description: String { Transcript.text(of: segments) }
}

extension Instructions: InstructionsRepresentable, CustomStringConvertible {
  /// The instructions themselves.
  public var instructionsRepresentation: Instructions { return self }
}

extension String: InstructionsRepresentable {
  /// The text as instructions.
  public var instructionsRepresentation: Instructions { return Instructions(segments: [.text(.init(content: self))]) }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// The elements as instructions, in order.
  public var instructionsRepresentation: Instructions {
    return Instructions(segments: flatMap(\.instructionsRepresentation.segments).joiningText())
  }
}
