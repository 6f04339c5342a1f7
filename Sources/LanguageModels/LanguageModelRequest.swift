/// Everything that one inference depends on.
public struct LanguageModelRequest: Sendable, Hashable {
  /// One turn of the conversation as the model sees it.
  public struct Message: Sendable, Hashable {
    /// Who speaks.
    public enum Role: String, Sendable, Hashable { case system, user, assistant }
    /// Who speaks.
    public var role: Role
    /// What is said.
    public var content: String

    /// Creates a turn.
    public init(role: Role, content: String) {
      self.role = role
      self.content = content
    }
  }

  /// The turns, oldest first.
  public var messages: [Message]
  /// The beginning of the reply, written for the model: it continues from here, and the stream does not repeat it.
  public var replyPrefix: String
  /// Texts that end the reply.
  ///
  /// What the model writes from one of them on is not streamed.
  public var stopSequences: [String]
  /// How tokens are chosen, and how many.
  public var options: GenerationOptions

  /// Creates a request.
  public init(
    messages: [Message], replyPrefix: String = "", stopSequences: [String] = [], options: GenerationOptions = .init()
  ) {
    self.messages = messages
    self.replyPrefix = replyPrefix
    self.stopSequences = stopSequences
    self.options = options
  }
}
