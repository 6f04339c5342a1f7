import Files

/// A conversation of a store that nobody else may change: `ConversationStore.open`.
public final class OpenConversation: Sendable {
  /// The name.
  public let name: String
  private let store: ConversationStore
  private let lock: ProcessLock

  init(name: String, store: ConversationStore, lock: ProcessLock) {
    (self.name, self.store, self.lock) = (name, store, lock)
  }

  /// What was said, or `nil` while nothing is saved.
  public func transcript() throws -> Transcript? { try store.transcript(named: name) }

  /// Saves what was said, in the place of what was saved before.
  public func save(_ transcript: Transcript) throws { try store.save(transcript, as: name) }

  /// Forgets what was said.
  public func delete() throws { try store.delete(name) }
}
