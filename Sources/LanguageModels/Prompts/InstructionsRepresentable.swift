/// A value that can be part of instructions.
///  A conformance that returns ready instructions says `return`: without it, the body is a builder.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}
