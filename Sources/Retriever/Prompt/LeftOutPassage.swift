/// A passage that was found but not given to the model.
public struct LeftOutPassage: Sendable, Hashable, Codable {
  /// Why a passage was left out.
  public enum Reason: String, Sendable, Hashable, Codable {
    /// Its score is too far below the best one's.
    case score
    /// The limit of passages was reached.
    case count
    /// It does not fit the remaining budget.
    case tokens
  }
  /// The passage.
  public var passage: Passage
  /// The reason.
  public var reason: Reason
}
