/// An event in a session, besides its answers.
public enum SessionEvent: Sendable {
  /// An inference ended.
  case inference(InferenceRecord)
  /// The model thought more: a piece of the text.
  case reasoning(String)
  /// A tool was called.
  case toolCall(ToolCallRecord)
  /// The window is too full: turns are about to be dropped or summarized.
  case compactionBegan(tokenCount: Int, contextSize: Int)
  /// Turns were dropped or summarized.
  case compactionEnded(CompactionRecord)
  /// Passages were chosen for the next prompt.
  case retrieval(RetrievalRecord)
  /// A problem that does not end the request.
  case warning(String)
}
