/// What happens in a session besides its answers.
public enum SessionEvent: Sendable {
  /// The model wrote something.
  case inference(InferenceRecord)
  /// A tool was called.
  case toolCall(ToolCallRecord)
  /// The window is too full: turns are about to be dropped or summarized.
  case compactionBegan(tokenCount: Int, contextSize: Int)
  /// Turns were dropped or summarized.
  case compactionEnded(CompactionRecord)
  /// Passages were chosen for the next prompt.
  case retrieval(RetrievalRecord)
  /// Something that is allowed but unwise.
  case warning(String)
}
