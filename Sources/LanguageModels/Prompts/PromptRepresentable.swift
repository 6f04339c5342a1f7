/// A value that can be part of a prompt.
///
/// To return an existing prompt, use `return`: without it, the body is a result builder.
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}
