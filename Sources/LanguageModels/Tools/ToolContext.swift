/// Information for a tool about the session that calls it.
public struct ToolContext: Sendable, Hashable {
  /// The maximum number of tokens of the output; a longer one is truncated.
  public var availableTokens: Int

  /// Creates a context, for calling a tool without a session.
  public init(availableTokens: Int) { self.availableTokens = availableTokens }

  /// The context of the current task's call, or `nil` outside a call.
  @TaskLocal public static var current: ToolContext?
}
