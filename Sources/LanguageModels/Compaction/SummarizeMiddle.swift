/// Summarizes all but the last turn, which stays as it is.
public struct SummarizeMiddle: CompactionPolicy, Hashable {
  /// The share of the window above which turns are summarized.
  public var threshold: Double

  /// Creates a policy.
  public init(threshold: Double = 0.75) { self.threshold = threshold }

  /// Keeps the last turn; all others are summarized.
  public func plan(for window: ConversationWindow) -> CompactionPlan? {
    guard window.mustShrink || Double(window.tokenCount) > threshold * Double(window.contextSize),
      window.turns.count > 1
    else { return nil }
    let budget = window.contextSize - window.replyReserve - Summarizer.tokenLimit(contextSize: window.contextSize)
    return CompactionPlan(
      keepingNewest: min(1, window.newestTurns(within: budget)), of: window, summarizingOthers: true)
  }
}

extension CompactionPolicy where Self == SummarizeMiddle {
  /// Above three quarters of the window, all but the last turn become a summary.
  public static var summarizeMiddle: SummarizeMiddle { SummarizeMiddle() }
}
