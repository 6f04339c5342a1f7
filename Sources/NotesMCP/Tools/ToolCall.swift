/// What a call needs besides its arguments.
package struct ToolCall: Sendable {
  package var notes: NotesAccess
  /// Tells the client what is being done.
  package var report: @Sendable (String) -> Void
}
