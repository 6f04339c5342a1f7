/// A policy that drops parts of earlier turns before whole turns.
public struct Reducing<Base: CompactionPolicy>: CompactionPolicy {
  /// The policy that decides when, and which turns go.
  public var base: Base
  /// What is dropped first.
  public var reductions: CompactionReductions

  /// The base's plan.
  public func plan(for window: ConversationWindow) -> CompactionPlan? { base.plan(for: window) }
}
