/// What a model can do beyond generating text.
public struct LanguageModelCapabilities: Sendable, Hashable {
  /// One ability.
  public enum Capability: Sendable, Hashable {
    /// `nextTokenScores(after:candidates:)` works.
    case nextTokenScores
    /// A request's grammar is enforced.
    case guidedGeneration
    /// Tools can be offered.
    case toolCalling
  }
  private let capabilities: Set<Capability>

  /// Creates the set of what a model can do.
  public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }
  /// Whether the model can do `capability`.
  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}
