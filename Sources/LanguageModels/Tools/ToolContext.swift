/// What a tool can know about the session that calls it.
public struct ToolContext: Sendable, Hashable {
  /// The most tokens that the output may have; a longer output is cut.
  public var availableTokens: Int

  /// Creates a context, for calling a tool without a session.
  public init(availableTokens: Int) { self.availableTokens = availableTokens }

  /// The context of the call that runs in this task, or `nil` outside a call.
  @TaskLocal public static var current: ToolContext?
}
