/// What becomes of a conversation when it no longer fits its window.
///
/// A policy is a value that looks at the window and says what stays; the session counts, summarizes and keeps order.
/// Instructions, tools and the turn that is being answered always stay, and are not the policy's to drop.
public protocol CompactionPolicy: Sendable {
  /// What else is left out of the history before turns are.
  var reductions: CompactionReductions { get }
  /// What stays, or `nil` where the window is not yet full enough.
  ///
  /// Called before each request. Where `window.mustShrink`, a policy that returns `nil` has turns dropped for it.
  func plan(for window: ConversationWindow) -> CompactionPlan?
}

extension CompactionPolicy {
  /// None.
  public var reductions: CompactionReductions { [] }
}
