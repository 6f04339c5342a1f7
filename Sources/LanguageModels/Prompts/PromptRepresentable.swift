/// A value that can be part of a prompt.
///  A conformance that returns a ready prompt says `return`: without it, the body is a builder.
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}
