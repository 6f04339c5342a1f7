/// Drops the oldest turns: none until the window is fuller than `threshold`, then as many as needed to reach `target`.
///
/// After a change near the front, the rest of the prompt is evaluated again, so turns are dropped rarely and many at
/// once.
public struct SlidingWindow: CompactionPolicy, Hashable {
  /// The share of the window above which turns are dropped.
  public var threshold: Double
  /// The maximum share of the window in use afterwards.
  public var target: Double

  /// Creates a policy.
  public init(threshold: Double = 0.75, target: Double = 0.5) {
    self.threshold = threshold
    self.target = target
  }

  /// Keeps the newest turns that fit the target.
  public func plan(for window: ConversationWindow) -> CompactionPlan? {
    guard window.mustShrink || Double(window.tokenCount) > threshold * Double(window.contextSize),
      !window.turns.isEmpty
    else { return nil }
    let kept = window.newestTurns(within: Int(target * Double(window.contextSize)))
    return CompactionPlan(keepingNewest: kept, of: window)
  }
}

extension CompactionPolicy where Self == SlidingWindow {
  /// Above three quarters of the window, the oldest turns are dropped until half is left.
  public static var slidingWindow: SlidingWindow { SlidingWindow() }
}
