import Files

/// A conversation that is locked against other writers while it is open; see `ConversationStore.open`.
public final class OpenConversation: Sendable {
  /// The name.
  public let name: String
  private let store: ConversationStore
  private let lock: ProcessLock

  init(name: String, store: ConversationStore, lock: ProcessLock) {
    (self.name, self.store, self.lock) = (name, store, lock)
  }

  /// The transcript, or `nil` if nothing has been saved.
  public func transcript() throws -> Transcript? { try store.transcript(named: name) }

  /// Saves a transcript, replacing what was saved before.
  public func save(_ transcript: Transcript) throws { try store.save(transcript, as: name) }

  /// Deletes the saved transcript.
  public func delete() throws { try store.delete(name) }
}
