/// Parts of earlier turns that can be dropped while the turns stay.
public struct CompactionReductions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int
  /// Creates a set from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Tool calls and outputs of turns that have been answered.
  public static let finishedToolCalls = Self(rawValue: 1)
  /// Passages of earlier turns that the response does not cite as `[n]`, by their numbers within their prompt.
  public static let uncitedPassages = Self(rawValue: 2)
}
