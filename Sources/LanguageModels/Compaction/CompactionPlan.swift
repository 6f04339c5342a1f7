/// The entries of the history that a policy keeps.
public struct CompactionPlan: Sendable, Equatable {
  /// The entries that stay as they are, oldest first.
  public var history: [Transcript.Entry]
  /// The entries that a summary replaces. Entries in neither list are dropped.
  public var summarized: [Transcript.Entry]

  /// Whether the summary is a `ConversationSummary`, which costs more and keeps user preferences separate.
  public var isStructured = false

  /// Creates a plan.
  public init(history: [Transcript.Entry], summarized: [Transcript.Entry] = [], isStructured: Bool = false) {
    self.history = history
    self.summarized = summarized
    self.isStructured = isStructured
  }

  /// Keeps the newest turns and drops or summarizes all others.
  public init(keepingNewest count: Int, of window: ConversationWindow, summarizingOthers: Bool = false) {
    history = window.turns.suffix(count).flatMap(\.entries)
    summarized = summarizingOthers ? window.turns.dropLast(count).flatMap(\.entries) : []
  }
}
