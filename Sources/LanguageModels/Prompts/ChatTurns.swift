/// A conversation as a chat template wants it, with placeholders for its texts.
///
/// The template sees a placeholder for each text, with the white space around the text, so whatever a text contains,
/// the template does the same, and no text is taken for one of its control tokens.
package struct ChatTurns: Sendable {
  /// A message is left out or repeated.
  package struct Dropped: Error {
    package init() {}
  }

  /// A message whose text is that of several.
  private struct Turn {
    var role: LanguageModelRequest.Message.Role
    var texts: [String]
  }

  private var turns: [Turn]

  /// - Parameter foldsSystem: Whether the system message becomes the beginning of the first question.
  package init(_ messages: [LanguageModelRequest.Message], foldsSystem: Bool) {
    turns = messages.map { Turn(role: $0.role, texts: [$0.content]) }
    guard foldsSystem, turns.first?.role == .system else { return }
    let system = turns.removeFirst()
    if turns.first?.role == .user {
      turns[0].texts = system.texts + turns[0].texts
    } else {
      turns.insert(Turn(role: .user, texts: system.texts), at: 0)
    }
  }

  /// The same with neighbours of one role joined, and a question before the first answer and after the last.
  package var alternating: ChatTurns {
    var result = self
    result.turns = []
    for turn in turns {
      if result.turns.last?.role == turn.role {
        result.turns[result.turns.count - 1].texts += turn.texts
      } else {
        if turn.role == .assistant, !result.turns.contains(where: { $0.role == .user }) {
          result.turns.append(Turn(role: .user, texts: [""]))
        }
        result.turns.append(turn)
      }
    }
    return result.endingInQuestion
  }

  /// The same with an empty question at the end, unless there is one.
  package var endingInQuestion: ChatTurns {
    var result = self
    if turns.last?.role != .user { result.turns.append(Turn(role: .user, texts: [""])) }
    return result
  }

  /// The messages with placeholders, and the texts that these stand for.
  package var marked: (messages: [LanguageModelRequest.Message], texts: [String]) {
    var texts: [String] = []
    let messages = turns.map { turn in
      let contents = turn.texts.map { text in
        let core = text.trimmed
        guard !core.isEmpty else { return text }
        texts.append(String(core))
        return text[..<core.startIndex] + "\u{E000}\(texts.count - 1)\u{E001}" + text[core.endIndex...]
      }
      return LanguageModelRequest.Message(role: turn.role, content: contents.joined(separator: "\n\n"))
    }
    return (messages, texts)
  }

  /// Splits rendered messages at the placeholders, and puts the texts in their places.
  ///
  /// - Throws: `Dropped`.
  package static func pieces(of rendered: String, texts: [String]) throws -> [ChatPiece] {
    var pieces: [ChatPiece] = []
    var used = Set<Int>()
    for part in rendered.split(separator: "\u{E000}", omittingEmptySubsequences: false) {
      guard let end = part.firstIndex(of: "\u{E001}") else {
        if !part.isEmpty { pieces.append(.template(String(part))) }
        continue
      }
      guard let index = Int(part[..<end]), texts.indices.contains(index), used.insert(index).inserted else {
        throw Dropped()
      }
      pieces.append(.content(texts[index]))
      pieces.append(.template(String(part[part.index(after: end)...])))
    }
    guard used.count == texts.count else { throw Dropped() }
    return pieces
  }

  /// Returns the text that a reply without a thought begins with, after a prompt with this end.
  ///
  /// Most templates write an empty thought when asked for none. The others open one in every prompt, or leave the
  /// choice of the channel to the model (OpenAI's harmony format).
  package static func afterThought(openedBy tail: String, in source: String) -> String {
    for (opening, closing) in [
      ("<think>\n", "\n</think>\n\n"), ("<think>", "</think>"), ("<|START_THINKING|>", "<|END_THINKING|>"),
      ("Here are my reasoning steps:\n", "[BEGIN FINAL RESPONSE]\n"),
    ] where tail.hasSuffix(opening) && source.contains(closing.trimmed) {
      return closing
    }
    if tail.hasSuffix("<|start|>assistant"), source.contains("<|channel|>") { return "<|channel|>final<|message|>" }
    return ""
  }
}

extension String {
  /// The text without the ASCII white space at its ends, which templates strip.
  fileprivate var trimmed: Substring {
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || (0x09...0x0D).contains(scalar.value) }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return self[startIndex..<startIndex] }
    return self[start..<scalars.index(after: last)]
  }
}
