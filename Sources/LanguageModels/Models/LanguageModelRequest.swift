/// Everything that one inference depends on.
public struct LanguageModelRequest: Sendable, Hashable {
  /// One turn of the conversation as the model sees it.
  public struct Message: Sendable, Hashable {
    /// The role of the speaker.
    public enum Role: String, Sendable, Hashable { case system, user, assistant }
    /// The role of the speaker.
    public var role: Role
    /// The text.
    public var content: String

    /// Creates a turn.
    public init(role: Role, content: String) {
      self.role = role
      self.content = content
    }
  }

  /// The turns, oldest first.
  public var messages: [Message]
  /// A given beginning of the reply: the model continues from here, and the stream does not repeat it.
  ///
  /// Only for models with `.replyPrefix`.
  public var replyPrefix: String
  /// Texts that end the reply.
  ///
  /// A stop sequence, and what follows it, is not streamed.
  public var stopSequences: [String]
  /// How the reply is sampled, and how long it may be.
  public var options: GenerationOptions
  /// The maximum number of tokens that the model may think before the reply and its prefix; 0 for no thought.
  ///
  /// Only for models with `.reasoning`. A thought leaves half of the rest of the window to the reply, or as much as the
  /// reply may take.
  public var reasoningTokens: Int
  /// A grammar for the reply in llama.cpp's notation (GBNF), whose start rule is `root`; `nil` allows any text.
  ///
  /// It covers what the model writes, without `replyPrefix`. The reply ends when the grammar allows nothing more, or
  /// when it allows an end and the model ends it.
  public var grammar: String?
  /// The JSON Schema of the reply, if it has one, for models that enforce schemas but no grammars.
  ///
  /// A model with `.guidedGeneration` follows `grammar` instead, which may allow more, such as tool calls.
  public var schema: String?

  /// Creates a request.
  public init(
    messages: [Message], replyPrefix: String = "", stopSequences: [String] = [], options: GenerationOptions = .init(),
    reasoningTokens: Int = 0, grammar: String? = nil, schema: String? = nil
  ) {
    self.messages = messages
    self.replyPrefix = replyPrefix
    self.stopSequences = stopSequences
    self.options = options
    self.reasoningTokens = reasoningTokens
    self.grammar = grammar
    self.schema = schema
  }
}
