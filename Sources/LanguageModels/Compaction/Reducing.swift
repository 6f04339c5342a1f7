/// A policy that leaves parts of earlier turns out before it touches the turns.
public struct Reducing<Base: CompactionPolicy>: CompactionPolicy {
  /// The policy that decides when, and about whole turns.
  public var base: Base
  /// What is left out first.
  public var reductions: CompactionReductions

  /// The base's plan.
  public func plan(for window: ConversationWindow) -> CompactionPlan? { base.plan(for: window) }
}
