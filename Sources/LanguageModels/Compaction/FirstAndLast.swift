/// Keeps the instructions and the last turn, and drops everything between.
public struct FirstAndLast: CompactionPolicy, Hashable {
  /// The share of the window above which turns are dropped.
  public var threshold: Double

  /// Creates a policy.
  public init(threshold: Double = 0.75) { self.threshold = threshold }

  /// Keeps the last turn if it fits.
  public func plan(for window: ConversationWindow) -> CompactionPlan? {
    guard window.mustShrink || Double(window.tokenCount) > threshold * Double(window.contextSize),
      window.turns.count > 1 || window.mustShrink, !window.turns.isEmpty
    else { return nil }
    let fits = window.newestTurns(within: window.contextSize)
    return CompactionPlan(keepingNewest: min(1, fits), of: window)
  }
}

extension CompactionPolicy where Self == FirstAndLast {
  /// Above three quarters of the window, only the last turn stays.
  public static var firstAndLast: FirstAndLast { FirstAndLast() }
}
