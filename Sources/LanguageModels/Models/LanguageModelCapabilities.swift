/// The capabilities of a model beyond generating text.
public struct LanguageModelCapabilities: Sendable, Hashable {
  /// One capability.
  public enum Capability: Sendable, Hashable {
    /// `nextTokenScores(after:candidates:)` works.
    case nextTokenScores
    /// `nextTokenScores(after:candidates:layers:)` returns the outputs of layers.
    case activations
    /// A request's grammar is enforced.
    case guidedGeneration
    /// A request's schema is enforced.
    case schemas
    /// The model continues a reply that the request begins.
    case replyPrefix
    /// The model can think before it replies.
    case reasoning
    /// The model can call tools.
    case toolCalling
  }
  private let capabilities: Set<Capability>

  /// Creates a set of capabilities.
  public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }
  /// Whether the model has `capability`.
  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}
