/// Starts over with the instructions alone when a request does not fit: for questions that need no history.
public struct FreshSession: CompactionPolicy, Hashable {
  /// Creates a policy.
  public init() {}

  /// Drops the whole history if the request does not fit.
  public func plan(for window: ConversationWindow) -> CompactionPlan? {
    window.mustShrink && !window.turns.isEmpty ? CompactionPlan(history: []) : nil
  }
}

extension CompactionPolicy where Self == FreshSession {
  /// If a request does not fit, all earlier turns are dropped.
  public static var freshSession: FreshSession { FreshSession() }
}
