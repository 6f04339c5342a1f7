/// How a model is to behave in a session.
///
/// Instructions are the developer's: text of a user or from a document belongs in a prompt.
public struct Instructions: Sendable {
  /// What the instructions consist of.
  package var segments: [Transcript.Segment]

  package init(segments: [Transcript.Segment]) { self.segments = segments }
  /// Creates instructions of what can be shown to a model.
  public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }
  /// Creates instructions of several components.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }
  /// The instructions as text.
  public var description: String { Transcript.text(of: segments) }
}

/// What can stand in instructions.
/// A conformance that returns ready instructions says `return`: without it, the body is a builder.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
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
  /// The elements as instructions, one after the other.
  public var instructionsRepresentation: Instructions {
    return Instructions(segments: flatMap(\.instructionsRepresentation.segments).joiningText())
  }
}

/// Makes instructions of several components.
@resultBuilder public enum InstructionsBuilder {
  /// Joins components.
  public static func buildBlock(_ components: Instructions...) -> Instructions { buildArray(components) }
  /// Joins the rounds of a loop.
  public static func buildArray(_ components: [Instructions]) -> Instructions {
    Instructions(segments: components.flatMap(\.segments).joiningText())
  }
  /// The first of two branches.
  public static func buildEither(first component: Instructions) -> Instructions { component }
  /// The second of two branches.
  public static func buildEither(second component: Instructions) -> Instructions { component }
  /// A component that may not be there.
  public static func buildOptional(_ component: Instructions?) -> Instructions {
    component ?? Instructions(segments: [])
  }
  /// A component under a condition of availability.
  public static func buildLimitedAvailability(_ component: Instructions) -> Instructions { component }
  /// A value as a component.
  public static func buildExpression(_ expression: some InstructionsRepresentable) -> Instructions {
    expression.instructionsRepresentation
  }
}
