/// An event that a model emits while it replies.
public enum GenerationEvent: Sendable, Hashable {
  /// More text of the model's thought, before the first text of the reply. Only if the request allows a thought.
  case reasoning(String)
  /// More text of the reply.
  ///
  /// Joined, the pieces are the reply. None ends inside a character, except before a combining mark on an ASCII letter.
  case text(String)
  /// The end of the reply: one event, the last.
  case end(GenerationSummary)
}
