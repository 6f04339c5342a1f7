package import LanguageModels

/// The template of a model's conversations, and how it wants them.
///
/// 70 public templates render as Jinja2 renders them, byte for byte (`Golden/templates.json` in the tests).
package struct ChatTemplate: Sendable {
  package typealias Message = LanguageModelRequest.Message

  private let template: JinjaTemplate
  private let tokens: (beginning: String, end: String)
  /// Whether the system message becomes the beginning of the first question.
  private var foldsSystem = false
  /// Whether a message's content is a list of parts.
  private var hasParts = false
  /// The text that closes a thought which the template opens, or begins an answer without one.
  package private(set) var afterThought = ""
  /// How the model writes a thought, if the template knows thoughts.
  package private(set) var thought: ThoughtForm?
  /// The text between the last message and the reply.
  private var replyFrame = ""

  /// Compiles a template and finds out what it can express.
  ///
  /// - Parameters:
  ///   - source: The Jinja source.
  ///   - beginning: The text of the vocabulary's beginning-of-text token, which the template may write.
  ///   - end: The text of its end-of-text token.
  /// - Throws: `JinjaTemplate.Failure` if it cannot be compiled, or raises an exception for a short conversation;
  ///   `ChatTurns.Dropped` if it leaves out a message.
  package init(_ source: String, beginning: String, end: String) throws {
    template = try JinjaTemplate(source)
    tokens = (beginning, end)
    let probe = [
      Message(role: .system, content: "s"), Message(role: .user, content: "q"),
      Message(role: .assistant, content: "a"), Message(role: .user, content: "r"),
    ]
    var failure: any Error = ChatTurns.Dropped()
    for (parts, folds) in [(false, false), (false, true), (true, false), (true, true)] {
      (hasParts, foldsSystem) = (parts, folds)
      do {
        let pieces = try filled(ChatTurns(probe, foldsSystem: folds))
        let question = [Message(role: .user, content: "q")]
        let (open, whole) = (try rendered(question, isOpen: true), try rendered(question, isOpen: false))
        if open.hasPrefix(whole) { replyFrame = String(open.dropFirst(whole.count)) }
        if case .template(let tail)? = pieces.last { afterThought = ChatTurns.afterThought(openedBy: tail, in: source) }
        thought = ThoughtForm.named(in: source)
        if thought != nil, (try? filled(ChatTurns(probe, foldsSystem: folds), thinks: true)) == nil { thought = nil }
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Why an error of these functions was thrown.
  static func reason(of error: any Error) -> String {
    (error as? JinjaTemplate.Failure)?.reason ?? "it drops a message, or repeats one"
  }

  /// Returns the text of a conversation, without `afterThought`.
  package func text(of messages: [Message]) throws -> String {
    try frame(messages).map { piece in
      switch piece {
      case .template(let text), .content(let text): text
      }
    }.joined()
  }

  /// Returns a conversation up to the beginning of the reply or, if the model `thinks`, of a thought before it.
  ///
  /// - Throws: `JinjaTemplate.Failure` if the template rejects it, `ChatTurns.Dropped` if it leaves out a message.
  package func pieces(of messages: [Message], thinks: Bool = false) throws -> [ChatPiece] {
    guard thinks, let thought else { return try frame(messages) + [.template(afterThought)] }
    let pieces = try frame(messages, thinks: true)
    guard case .template(let tail)? = pieces.last else { return pieces + [.template(thought.opening)] }
    return pieces + [.template(thought.opening(after: tail))]
  }

  private func frame(_ messages: [Message], thinks: Bool = false) throws -> [ChatPiece] {
    guard !messages.isEmpty else { return [.template(replyFrame)] }
    let turns = ChatTurns(messages, foldsSystem: foldsSystem)
    // Some templates want a question, and questions and answers in turn.
    do { return try filled(turns, thinks: thinks) } catch { return try filled(turns.alternating, thinks: thinks) }
  }

  private func filled(_ turns: ChatTurns, thinks: Bool = false) throws -> [ChatPiece] {
    let (messages, texts) = turns.marked
    return try ChatTurns.pieces(of: rendered(messages, isOpen: true, thinks: thinks), texts: texts)
  }

  private func rendered(_ messages: [Message], isOpen: Bool, thinks: Bool = false) throws -> String {
    try template.render(
      Variables(
        messages: messages.map { message in
          Variables.Message(
            role: message.role.rawValue,
            content: hasParts ? .parts([.init(text: message.content)]) : .text(message.content))
        },
        bosToken: tokens.beginning, eosToken: tokens.end, addGenerationPrompt: isOpen,
        enableThinking: thinks))
  }

  /// What a template may read, as in Hugging Face's `apply_chat_template`.
  private struct Variables: Encodable {
    struct Part: Encodable {
      let type = "text"
      let text: String
    }

    enum Content: Encodable {
      case text(String)
      case parts([Part])

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .parts(let parts): try container.encode(parts)
        }
      }
    }

    struct Message: Encodable {
      let role: String
      let content: Content
    }

    let messages: [Message]
    let bosToken: String
    let eosToken: String
    let addGenerationPrompt: Bool
    let enableThinking: Bool
  }
}
