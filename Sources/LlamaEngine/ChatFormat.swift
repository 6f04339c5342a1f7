import CLlama
import LanguageModels

/// How a conversation is formatted for a model.
public enum ChatFormat: Sendable, Hashable {
  /// `<|im_start|>role`, a line break, the text, `<|im_end|>`: Qwen, SmolLM2 and many others. No system message is
  /// added if the conversation has none.
  case chatML
  /// A template that llama.cpp recognizes: the text of a GGUF file's template, or a name such as `llama3`.
  case template(String)
  /// The messages, one paragraph each: for models that were not trained on conversations.
  case plain

  /// A part of a formatted conversation.
  enum Piece: Hashable {
    /// Text of the template: names of control tokens in it become those tokens.
    case template(String)
    /// Text of a message: always plain text.
    case content(String)
  }

  /// The format of a model's file, or `nil` if llama.cpp does not know its template.
  ///
  /// A file without a template gets `.plain`.
  init?(templateInFile template: String?) {
    guard let template else {
      self = .plain
      return
    }
    let isChatML = template.contains("<|im_start|>") && template.contains("<|im_end|>")
    if isChatML, !template.contains("<|im_sep|>"), !template.contains("<end_of_utterance>") {
      self = .chatML
    } else if Self.apply(template, to: [LanguageModelRequest.Message(role: .user, content: "?")]) != nil {
      self = .template(template)
    } else {
      return nil
    }
  }

  /// Formats a conversation up to the beginning of the model's reply.
  ///
  /// Returns `nil` if the template drops a message or repeats one.
  func pieces(of request: LanguageModelRequest) -> [Piece]? {
    var pieces: [Piece] = []
    switch self {
    case .chatML:
      for message in request.messages {
        pieces += [
          .template("<|im_start|>\(message.role.rawValue)\n"), .content(message.content), .template("<|im_end|>\n"),
        ]
      }
      pieces.append(.template("<|im_start|>assistant\n"))
    case .plain:
      for message in request.messages { pieces += [.content(message.content), .template("\n\n")] }
    case .template(let template):
      guard let filled = Self.fill(template, with: request.messages) else { return nil }
      pieces = filled
    }
    pieces.append(.content(request.replyPrefix))
    return pieces
  }

  /// Renders the template with placeholders for the messages, then replaces each with its message.
  ///
  /// So the text of a message is never taken for text of the template.
  private static func fill(_ template: String, with messages: [LanguageModelRequest.Message]) -> [Piece]? {
    let mark = { (index: Int) in "\u{E000}\(index)\u{E001}" }
    let marked = messages.enumerated().map { LanguageModelRequest.Message(role: $1.role, content: mark($0)) }
    guard let rendered = apply(template, to: marked) else { return nil }
    var pieces: [Piece] = []
    var used = Set<Int>()
    for part in rendered.split(separator: "\u{E000}", omittingEmptySubsequences: false) {
      guard let end = part.firstIndex(of: "\u{E001}") else {
        if !part.isEmpty { pieces.append(.template(String(part))) }
        continue
      }
      guard let index = Int(part[..<end]), messages.indices.contains(index), used.insert(index).inserted else {
        return nil
      }
      pieces.append(.content(messages[index].content))
      pieces.append(.template(String(part[part.index(after: end)...])))
    }
    return used.count == messages.count ? pieces : nil
  }

  private static func apply(_ template: String, to messages: [LanguageModelRequest.Message]) -> String? {
    let texts = messages.flatMap { [$0.role.rawValue, $0.content] }.map { Array($0.utf8CString) }
    let offsets = texts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    let joined = Array(texts.joined())
    return joined.withUnsafeBufferPointer { joined in
      guard let base = joined.baseAddress else { return nil }
      let chat = stride(from: 0, to: texts.count, by: 2).map {
        llama_chat_message(role: base + offsets[$0], content: base + offsets[$0 + 1])
      }
      var buffer = [CChar](repeating: 0, count: 2 * joined.count + 1024)
      var count = llama_chat_apply_template(template, chat, chat.count, true, &buffer, Int32(buffer.count))
      if count > buffer.count {
        buffer = [CChar](repeating: 0, count: Int(count))
        count = llama_chat_apply_template(template, chat, chat.count, true, &buffer, Int32(buffer.count))
      }
      guard count >= 0 else { return nil }
      return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
