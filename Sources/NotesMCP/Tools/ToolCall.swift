/// What a call needs besides its arguments.
struct ToolCall: Sendable {
  var notes: NotesAccess
  /// Tells the client what is being done.
  var report: @Sendable (String) -> Void
}
