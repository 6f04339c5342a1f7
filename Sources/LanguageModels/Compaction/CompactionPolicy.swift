/// What happens to a conversation that no longer fits its window.
///
///     session.compaction = .summarizeAndCarry
///     session.compaction = SlidingWindow(threshold: 0.9, target: 0.6).droppingFinishedToolCalls()
///
/// A policy is a value that looks at the window and says what stays; the session counts, summarizes and applies the
/// plan. A policy cannot drop the instructions, the tools or the turn being answered.
public protocol CompactionPolicy: Sendable {
  /// What is dropped from earlier turns before whole turns are.
  var reductions: CompactionReductions { get }
  /// What stays, or `nil` if the window is not full enough yet.
  ///
  /// Called before each request. If `window.mustShrink` and this returns `nil`, the oldest turns are dropped.
  func plan(for window: ConversationWindow) -> CompactionPlan?
}

extension CompactionPolicy {
  /// None.
  public var reductions: CompactionReductions { [] }
}
