/// What a model tells while it replies.
public enum GenerationEvent: Sendable, Hashable {
  /// More text of the reply.
  ///
  /// Pieces join to the reply. None ends inside a character, unless a mark follows an ASCII letter.
  case text(String)
  /// The reply is over: comes once, last.
  case end(GenerationSummary)
}
