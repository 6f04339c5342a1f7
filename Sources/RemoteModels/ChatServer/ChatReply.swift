import JSONSchema
import LanguageModels

/// Reads the events of a chat completion: the text of the answer, without thoughts, and what it cost.
struct ChatReply {
  private(set) var reason: GenerationSummary.Reason?
  private(set) var promptTokens, cachedTokens: Int?
  private var text: ReplyText
  private var thoughts = ThoughtFilter()
  private var fence: FenceFilter?
  private var usedTokens: Int?
  private var pieces = 0

  /// - Parameter isJSON: Whether the answer is JSON, which may be in a code fence.
  init(stopSequences: [String], isJSON: Bool) {
    text = ReplyText(stopSequences: stopSequences)
    fence = isJSON ? FenceFilter() : nil
  }

  /// Whether a stop sequence ended the answer, whatever else the server sends.
  var isStopped: Bool { text.isStopped }

  /// Tokens of the reply, thoughts included; the number of events if the server does not say.
  var replyTokens: Int { usedTokens ?? pieces }

  /// Returns the text that an event adds to the answer.
  ///
  /// - Throws: `LanguageModelError.guardrailViolation` if the server withholds the reply.
  mutating func take(_ event: JSONValue) throws -> [String] {
    if let usage = event["usage"], usage != .null {
      promptTokens = usage["prompt_tokens"]?.integer ?? promptTokens
      usedTokens = usage["completion_tokens"]?.integer ?? usedTokens
      cachedTokens = usage["prompt_tokens_details"]?["cached_tokens"]?.integer ?? cachedTokens
    }
    guard let choice = event["choices"]?.elements.first else { return [] }
    var shown: [String] = []
    if let content = choice["delta"]?["content"]?.string, !content.isEmpty {
      pieces += 1
      shown = show(thoughts.append(content))
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
  mutating func finish() -> [String] {
    var shown = show(thoughts.finish())
    if let rest = fence?.finish(), !rest.isEmpty { shown.append(text.append(rest.utf8)) }
    return (shown + [text.finish()]).filter { !$0.isEmpty }
  }

  private mutating func show(_ content: String) -> [String] {
    let content = fence?.append(content) ?? content
    let piece = text.append(content.utf8)
    return piece.isEmpty ? [] : [piece]
  }
}
