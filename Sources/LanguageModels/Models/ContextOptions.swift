/// Options for what a model does with its window before it replies.
///
///     let options = ContextOptions(reasoningLevel: .light)
///     let reply = try await session.respond(to: "Is 91 a prime number?", contextOptions: options)
public struct ContextOptions: Sendable, Hashable {
  /// How long a model may think before it replies.
  public enum ReasoningLevel: Sendable, Hashable {
    /// At most 256 tokens.
    case light
    /// At most 1,024 tokens.
    case moderate
    /// At most 4,096 tokens.
    case deep
    /// A level of the model's own; models that run here take a number of tokens.
    case custom(String)

    /// At most this many tokens.
    public static func tokens(_ limit: Int) -> ReasoningLevel { .custom(String(limit)) }

    /// The maximum number of tokens of a thought; `nil` for a level that is not a positive number.
    public var tokenLimit: Int? {
      switch self {
      case .light: 256
      case .moderate: 1024
      case .deep: 4096
      case .custom(let text): Int(text).flatMap { $0 > 0 ? $0 : nil }
      }
    }
  }

  /// Whether a schema is part of the prompt; `nil` leaves that to `respond`'s `includeSchemaInPrompt`.
  public var includeSchemaInPrompt: Bool?
  /// How long the model may think; with `nil`, it replies at once.
  ///
  /// A thought that reaches its limit is ended, and the model replies after it. It leaves half of the rest of the
  /// window to the reply, or as much as the reply may take. Thoughts are entries of the transcript, but no later prompt
  /// contains them.
  public var reasoningLevel: ReasoningLevel?

  /// Creates options.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }
}

extension ContextOptions.ReasoningLevel {
  /// Returns the limit for a model that is about to think.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability` if the model cannot think, or does not know the level.
  package func tokenLimit(for model: any LanguageModel) throws -> Int {
    guard model.capabilities.contains(.reasoning) else {
      throw LanguageModelError.unsupportedCapability(model: model.name, capability: "reasoning")
    }
    guard let tokenLimit else {
      guard case .custom(let name) = self else { return 0 }
      throw LanguageModelError.unsupportedCapability(model: model.name, capability: "the reasoning level \(name)")
    }
    return tokenLimit
  }
}
