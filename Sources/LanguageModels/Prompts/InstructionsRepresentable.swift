/// A value that can be part of instructions.
///
/// To return existing instructions, use `return`: without it, the body is a result builder.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}
