/// A passage that was found and not given to the model.
public struct LeftOutPassage: Sendable, Hashable {
  /// Why a passage is left out.
  public enum Reason: String, Sendable, Hashable, Codable {
    /// Its score is too far below the best one's.
    case score
    /// There were enough passages.
    case count
    /// It does not fit what is left of the budget.
    case tokens
  }
  /// The passage.
  public var passage: Passage
  /// Why.
  public var reason: Reason
}
