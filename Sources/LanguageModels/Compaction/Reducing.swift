/// A policy that drops parts of earlier turns before whole turns.
public struct Reducing<Base: CompactionPolicy>: CompactionPolicy {
  /// The policy that decides when turns are dropped, and which.
  public var base: Base
  /// The parts that are dropped first.
  public var reductions: CompactionReductions

  /// Returns the base policy's plan.
  public func plan(for window: ConversationWindow) -> CompactionPlan? { base.plan(for: window) }
}
