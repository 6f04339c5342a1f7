/// The passages that a search found, or why it found none.
public struct SearchResult: Sendable, Hashable {
  /// Why there are no passages.
  public enum Absence: String, Sendable, Hashable, Codable {
    /// No passage matches the query's operators.
    case operators
    /// No passage contains a word of the query.
    case words
    /// No passage is near the query, in words or in meaning.
    case topic
  }

  /// The passages, best first. For a query of operators alone: the first passage of each note, the newest note first.
  public var passages: [Passage]
  /// Why there are no passages; `nil` if there are some.
  public var absence: Absence?

  package init(passages: [Passage], absence: Absence? = nil) {
    self.passages = passages
    self.absence = absence
  }
}
