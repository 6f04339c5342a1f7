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
  /// What the reply must be, in llama.cpp's grammar notation (GBNF) from the rule `root` on; `nil` is any text.
  ///
  /// It covers what the model writes, `replyPrefix` not included. The reply ends where the grammar allows nothing more,
  /// or where it allows an end and the model ends it.
  public var grammar: String?

  /// Creates a request.
  public init(
    messages: [Message], replyPrefix: String = "", stopSequences: [String] = [], options: GenerationOptions = .init(),
    grammar: String? = nil
  ) {
    self.messages = messages
    self.replyPrefix = replyPrefix
    self.stopSequences = stopSequences
    self.options = options
    self.grammar = grammar
  }
}
