/// Summarizes the older turns and carries the summary in the instructions; the newest turns stay as they are.
public struct SummarizeAndCarry: CompactionPolicy, Hashable {
  /// The share of the window above which turns are summarized; the tokens reserved for the reply count as used.
  public var threshold: Double
  /// The maximum share of the window in use afterwards, the summary included.
  public var target: Double
  /// Whether the summary is a `ConversationSummary`: topics, preferences and a summary of what was said.
  public var isStructured: Bool

  /// Creates a policy.
  public init(threshold: Double = 0.85, target: Double = 0.5, isStructured: Bool = false) {
    self.threshold = threshold
    self.target = target
    self.isStructured = isStructured
  }

  /// Keeps the newest turns that fit the target beside a summary; all others are summarized.
  public func plan(for window: ConversationWindow) -> CompactionPlan? {
    let filled = Double(window.tokenCount + window.replyReserve)
    guard window.mustShrink || filled > threshold * Double(window.contextSize), !window.turns.isEmpty else {
      return nil
    }
    let budget = Int(target * Double(window.contextSize)) - Summarizer.tokenLimit(contextSize: window.contextSize)
    let kept = min(window.newestTurns(within: budget), window.turns.count - 1)
    var plan = CompactionPlan(keepingNewest: kept, of: window, summarizingOthers: true)
    plan.isStructured = isStructured
    return plan
  }
}

extension CompactionPolicy where Self == SummarizeAndCarry {
  /// Above 85% of the window, the older turns become a summary.
  public static var summarizeAndCarry: SummarizeAndCarry { SummarizeAndCarry() }
}
