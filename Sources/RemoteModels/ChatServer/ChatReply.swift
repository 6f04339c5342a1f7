import JSONSchema
import LanguageModels

/// Reads the events of a chat completion: the thought, the text of the answer, and what they cost.
struct ChatReply {
  private(set) var reason: GenerationSummary.Reason?
  private(set) var promptTokens, cachedTokens: Int?
  private var text: ReplyText
  private var thoughts = ThoughtFilter()
  private var fence: FenceFilter?
  private var usedTokens: Int?
  private var usedThoughtTokens: Int?
  private var pieces = 0
  /// The number of events with text of the thought.
  private(set) var thoughtPieces = 0
  private let reasoningTokens: Int

  /// - Parameters:
  ///   - stopSequences: Texts that end the answer.
  ///   - isJSON: Whether the answer is JSON, which may be in a code fence.
  ///   - reasoningTokens: The maximum number of tokens of a thought; at 0, thoughts are left out.
  init(stopSequences: [String], isJSON: Bool, reasoningTokens: Int) {
    self.reasoningTokens = reasoningTokens
    text = ReplyText(stopSequences: stopSequences)
    fence = isJSON ? FenceFilter() : nil
  }

  /// Whether a stop sequence ended the answer, whatever else the server sends.
  var isStopped: Bool { text.isStopped }

  /// Tokens of the reply, thoughts included; the number of events if the server does not say.
  var replyTokens: Int { usedTokens ?? pieces + thoughtPieces }

  /// Tokens of the thought: what the server says, or the number of its events.
  var thoughtTokens: Int { min(usedThoughtTokens ?? thoughtPieces, replyTokens) }

  /// Whether the thought has reached its limit, and the answer has not begun.
  var isOverthought: Bool { reasoningTokens > 0 && thoughtPieces > reasoningTokens && pieces == 0 }

  /// Returns what an event adds to the thought and to the answer.
  ///
  /// - Throws: `LanguageModelError.guardrailViolation` if the server withholds the reply.
  mutating func take(_ event: JSONValue) throws -> [GenerationEvent] {
    if let usage = event["usage"], usage != .null {
      promptTokens = usage["prompt_tokens"]?.integer ?? promptTokens
      usedTokens = usage["completion_tokens"]?.integer ?? usedTokens
      usedThoughtTokens =
        usage["completion_tokens_details"]?["reasoning_tokens"]?.integer.flatMap { $0 > 0 ? $0 : nil }
        ?? usedThoughtTokens
      cachedTokens = usage["prompt_tokens_details"]?["cached_tokens"]?.integer ?? cachedTokens
    }
    guard let choice = event["choices"]?.elements.first else { return [] }
    var shown: [GenerationEvent] = []
    // vLLM renamed reasoning_content to reasoning, as Ollama has it.
    if let thought = (choice["delta"]?["reasoning"] ?? choice["delta"]?["reasoning_content"])?.string {
      shown += showThought(thought)
    }
    if let content = choice["delta"]?["content"]?.string, !content.isEmpty {
      shown += show(thoughts.append(content))
    }
    switch choice["finish_reason"]?.string {
    case nil: break
    case "length": reason = .length
    case "content_filter": throw LanguageModelError.guardrailViolation
    default: reason = .complete
    }
    if text.isStopped { reason = .complete }
    return shown
  }

  /// Returns the text that was held back.
  mutating func finish() -> [GenerationEvent] {
    let shown = show(thoughts.finish())
    let rest = fence?.finish() ?? ""
    return shown + [text.append(rest.utf8), text.finish()].filter { !$0.isEmpty }.map { .text($0) }
  }

  private mutating func show(_ piece: (thought: String, answer: String)) -> [GenerationEvent] {
    let thought = showThought(piece.thought)
    guard !piece.answer.isEmpty else { return thought }
    pieces += 1
    let shown = text.append((fence?.append(piece.answer) ?? piece.answer).utf8)
    return thought + (shown.isEmpty ? [] : [.text(shown)])
  }

  private mutating func showThought(_ thought: String) -> [GenerationEvent] {
    guard !thought.isEmpty else { return [] }
    thoughtPieces += 1
    return reasoningTokens > 0 ? [.reasoning(thought)] : []
  }
}
