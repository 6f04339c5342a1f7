package import LanguageModels

/// The template of a model's conversations, and how it wants them.
///
/// The template sees a placeholder for each text, with the white space around the text, so whatever a text contains,
/// the template does the same, and no text is taken for one of its control tokens.
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
  /// The text between the last message and the reply.
  private var replyFrame = ""

  /// Compiles a template and finds out what it can express.
  ///
  /// - Parameters:
  ///   - source: The Jinja source.
  ///   - beginning: The text of the vocabulary's beginning-of-text token, which the template may write.
  ///   - end: The text of its end-of-text token.
  /// - Throws: `JinjaTemplate.Failure` if it cannot be compiled, or raises an exception for a short conversation;
  ///   `Dropped` if it leaves out a message.
  package init(_ source: String, beginning: String, end: String) throws {
    template = try JinjaTemplate(source)
    tokens = (beginning, end)
    let probe = [
      Message(role: .system, content: "s"), Message(role: .user, content: "q"),
      Message(role: .assistant, content: "a"), Message(role: .user, content: "r"),
    ]
    var failure: any Error = Dropped()
    for (parts, folds) in [(false, false), (false, true), (true, false), (true, true)] {
      (hasParts, foldsSystem) = (parts, folds)
      do {
        let pieces = try filled(prepared(probe))
        let question = [Message(role: .user, content: "q")]
        let (open, whole) = (try rendered(question, isOpen: true), try rendered(question, isOpen: false))
        if open.hasPrefix(whole) { replyFrame = String(open.dropFirst(whole.count)) }
        if case .template(let tail)? = pieces.last { afterThought = Self.afterThought(openedBy: tail, in: source) }
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// A message is left out or repeated.
  struct Dropped: Error {}

  /// Why an error of these functions was thrown.
  static func reason(of error: any Error) -> String {
    (error as? JinjaTemplate.Failure)?.reason ?? "it drops a message, or repeats one"
  }

  /// Returns the text that a reply without a thought begins with, after a prompt with this end.
  ///
  /// Most templates write an empty thought when asked for none. The others open one in every prompt, or leave the
  /// choice of the channel to the model (OpenAI's harmony format).
  private static func afterThought(openedBy tail: String, in source: String) -> String {
    for (opening, closing) in [
      ("<think>\n", "\n</think>\n\n"), ("<think>", "</think>"), ("<|START_THINKING|>", "<|END_THINKING|>"),
      ("Here are my reasoning steps:\n", "[BEGIN FINAL RESPONSE]\n"),
    ] where tail.hasSuffix(opening) && source.contains(closing.trimmingWhitespace) {
      return closing
    }
    if tail.hasSuffix("<|start|>assistant"), source.contains("<|channel|>") { return "<|channel|>final<|message|>" }
    return ""
  }

  /// Returns the text of a conversation, without `afterThought`.
  package func text(of messages: [Message]) throws -> String {
    try frame(messages).map { piece in
      switch piece {
      case .template(let text), .content(let text): text
      }
    }.joined()
  }

  /// Returns a conversation up to the beginning of the reply.
  ///
  /// - Throws: `JinjaTemplate.Failure` if the template rejects it, `Dropped` if it leaves out a message.
  func pieces(of messages: [Message]) throws -> [ChatFormat.Piece] {
    try frame(messages) + [.template(afterThought)]
  }

  private func frame(_ messages: [Message]) throws -> [ChatFormat.Piece] {
    guard !messages.isEmpty else { return [.template(replyFrame)] }
    let turns = prepared(messages)
    // Some templates want a question, and questions and answers in turn.
    do { return try filled(turns) } catch { return try filled(alternating(turns)) }
  }

  /// A message whose text is that of several.
  private struct Turn {
    var role: Message.Role
    var texts: [String]
  }

  private func prepared(_ messages: [Message]) -> [Turn] {
    var turns = messages.map { Turn(role: $0.role, texts: [$0.content]) }
    guard foldsSystem, turns.first?.role == .system else { return turns }
    let system = turns.removeFirst()
    if turns.first?.role == .user {
      turns[0].texts = system.texts + turns[0].texts
    } else {
      turns.insert(Turn(role: .user, texts: system.texts), at: 0)
    }
    return turns
  }

  /// Joins neighbours of the same role, and puts a question before the first answer and after the last.
  private func alternating(_ turns: [Turn]) -> [Turn] {
    var result: [Turn] = []
    for turn in turns {
      if result.last?.role == turn.role {
        result[result.count - 1].texts += turn.texts
      } else {
        if turn.role == .assistant, !result.contains(where: { $0.role == .user }) {
          result.append(Turn(role: .user, texts: [""]))
        }
        result.append(turn)
      }
    }
    if result.last?.role != .user { result.append(Turn(role: .user, texts: [""])) }
    return result
  }

  /// Renders placeholders, and puts the texts in their places.
  private func filled(_ turns: [Turn]) throws -> [ChatFormat.Piece] {
    var texts: [Substring] = []
    let marked = turns.map { turn in
      let contents = turn.texts.map { text in
        let core = text.trimmingWhitespaceInPlace
        guard !core.isEmpty else { return text }
        texts.append(core)
        return text[..<core.startIndex] + "\u{E000}\(texts.count - 1)\u{E001}" + text[core.endIndex...]
      }
      return Message(role: turn.role, content: contents.joined(separator: "\n\n"))
    }
    var pieces: [ChatFormat.Piece] = []
    var used = Set<Int>()
    for part in try rendered(marked, isOpen: true).split(separator: "\u{E000}", omittingEmptySubsequences: false) {
      guard let end = part.firstIndex(of: "\u{E001}") else {
        if !part.isEmpty { pieces.append(.template(String(part))) }
        continue
      }
      guard let index = Int(part[..<end]), texts.indices.contains(index), used.insert(index).inserted else {
        throw Dropped()
      }
      pieces.append(.content(String(texts[index])))
      pieces.append(.template(String(part[part.index(after: end)...])))
    }
    guard used.count == texts.count else { throw Dropped() }
    return pieces
  }

  private func rendered(_ messages: [Message], isOpen: Bool) throws -> String {
    try template.render(
      Variables(
        messages: messages.map { message in
          Variables.Message(
            role: message.role.rawValue,
            content: hasParts ? .parts([.init(text: message.content)]) : .text(message.content))
        },
        bosToken: tokens.beginning, eosToken: tokens.end, addGenerationPrompt: isOpen))
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
    let enableThinking = false
  }
}

extension String {
  /// The text without the ASCII white space at its ends, which templates strip.
  fileprivate var trimmingWhitespaceInPlace: Substring {
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || (0x09...0x0D).contains(scalar.value) }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return self[startIndex..<startIndex] }
    return self[start..<scalars.index(after: last)]
  }

  fileprivate var trimmingWhitespace: String { String(trimmingWhitespaceInPlace) }
}
