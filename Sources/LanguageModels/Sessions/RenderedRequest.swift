/// A request in pieces, each labelled as instructions, history, question and so on.
package struct RenderedRequest: Sendable {
  /// A piece of a message.
  package struct Piece: Sendable, Hashable {
    package var part: ContextBreakdown.Part
    package var text: String

    package init(part: ContextBreakdown.Part, text: String) {
      self.part = part
      self.text = text
    }
  }

  /// A message in pieces.
  package struct Message: Sendable, Hashable {
    package var role: LanguageModelRequest.Message.Role
    package var pieces: [Piece]

    package init(role: LanguageModelRequest.Message.Role, pieces: [Piece]) {
      self.role = role
      self.pieces = pieces
    }

    var message: LanguageModelRequest.Message {
      .init(role: role, content: pieces.map(\.text).joined())
    }
  }

  /// The messages, oldest first.
  package private(set) var messages: [Message] = []
  /// The beginning of the reply, given to the model; it counts for the last part.
  package var replyPrefix = ""
  /// The maximum number of tokens of a thought before the reply.
  package var reasoningTokens = 0

  /// Creates a request from messages.
  package init(messages: [Message] = [], replyPrefix: String = "", reasoningTokens: Int = 0) {
    self.messages = messages
    self.replyPrefix = replyPrefix
    self.reasoningTokens = reasoningTokens
  }

  /// Returns the request that is sent to the model.
  package func request(
    options: GenerationOptions = .init(), grammar: String? = nil, schema: String? = nil
  ) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: messages.map(\.message), replyPrefix: replyPrefix, options: options, reasoningTokens: reasoningTokens,
      grammar: grammar, schema: schema)
  }

  /// Adds text: to the last message if `joins` and it has the same role, else in a new message.
  mutating func append(
    _ text: String, as part: ContextBreakdown.Part, by role: LanguageModelRequest.Message.Role,
    joins: Bool
  ) {
    if joins, let last = messages.last, last.role == role {
      messages[messages.count - 1].pieces.append(Piece(part: part, text: "\n\n" + text))
    } else {
      messages.append(Message(role: role, pieces: [Piece(part: part, text: text)]))
    }
  }

  /// The growing prefixes of this request, each with the part that was added last.
  ///
  /// Adjacent pieces of one part are added together.
  package var stages: [(part: ContextBreakdown.Part, messages: [LanguageModelRequest.Message])] {
    var stages: [(part: ContextBreakdown.Part, messages: [LanguageModelRequest.Message])] = []
    var messages: [LanguageModelRequest.Message] = []
    for message in self.messages {
      var said = ""
      messages.append(.init(role: message.role, content: said))
      for piece in message.pieces {
        said += piece.text
        messages[messages.count - 1].content = said
        if stages.last?.part == piece.part {
          stages[stages.count - 1].messages = messages
        } else {
          stages.append((piece.part, messages))
        }
      }
    }
    return stages
  }
}
