/// A strategy for conversations that no longer fit their window.
///
///     session.compaction = .summarizeAndCarry
///     session.compaction = SlidingWindow(threshold: 0.9, target: 0.6).droppingFinishedToolCalls()
///
/// A policy is a value that inspects the window and decides what stays; the session counts, summarizes and applies the
/// plan. A policy cannot drop the instructions, the tools or the turn being answered.
public protocol CompactionPolicy: Sendable {
  /// The parts of earlier turns that are dropped before whole turns.
  var reductions: CompactionReductions { get }
  /// Returns what stays, or `nil` if the window is not full enough yet.
  ///
  /// Called before each inference. If `window.mustShrink` and this returns `nil`, the oldest turns are dropped.
  func plan(for window: ConversationWindow) -> CompactionPlan?
}

extension CompactionPolicy {
  /// No reductions.
  public var reductions: CompactionReductions { [] }
}
