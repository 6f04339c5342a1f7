import Foundation
import JSONSchema
import LanguageModels

/// The objects of a chat completion (https://platform.openai.com/docs/api-reference/chat), and what chat programs read
/// besides: `sources` (Open WebUI), `citations`, and `annotations` of the type `url_citation`.
struct ChatCompletionForm: Sendable {
  var id = "chatcmpl-" + UUID().uuidString.lowercased().filter { $0 != "-" }
  var created = Int(Date().timeIntervalSince1970)
  var model: String
  /// Whether a stream has the usage at its end; then the other events say that they have none.
  var includesUsage = false

  /// The whole answer.
  func whole(_ result: ChatRun.Result) -> JSONValue {
    let annotations = ChatCitation.annotations(result.citations, in: result.marked)
    let message: JSONValue = .object([
      "role": "assistant",
      "content": result.calls.isEmpty && result.refusal == nil ? .string(result.text) : .null,
      "refusal": result.refusal.map { .string($0) },
      "tool_calls": result.calls.isEmpty ? nil : calls(result.calls, numbered: false),
      "annotations": annotations.isEmpty ? nil : .array(annotations),
    ])
    return frame(
      "chat.completion",
      [
        "index": 0, "message": message, "finish_reason": .string(finish(result)), "logprobs": .null,
      ]
    ).merging(
      .object([
        "usage": usage(result), "outcome": result.outcome.map { .string($0) },
        "citations": result.citations.isEmpty ? nil : .array(result.citations.map { .string($0.address) }),
        "sources": result.citations.isEmpty ? nil : ChatCitation.openWebUI(result.citations),
      ]))
  }

  /// The first event of a stream.
  var beginning: JSONValue { chunk(["role": "assistant", "content": ""]) }

  /// The next part of the text.
  func text(_ text: String) -> JSONValue { chunk(["content": .string(text)]) }

  /// The last events of a stream: calls, sources, the end, the usage.
  func ending(_ result: ChatRun.Result) -> [JSONValue] {
    var events: [JSONValue] = []
    if let refusal = result.refusal { events.append(chunk(["refusal": .string(refusal)])) }
    if !result.calls.isEmpty { events.append(chunk(["tool_calls": calls(result.calls, numbered: true)])) }
    if !result.citations.isEmpty {
      let annotations = ChatCitation.annotations(result.citations, in: result.marked)
      let delta: JSONValue = annotations.isEmpty ? [:] : ["annotations": .array(annotations)]
      events.append(
        chunk(delta, finish(result)).merging([
          "citations": .array(result.citations.map { .string($0.address) }),
          // Not in an event of its own: clients read the choices of each.
          "sources": ChatCitation.openWebUI(result.citations),
        ]))
    } else {
      events.append(chunk([:], finish(result)))
    }
    if includesUsage {
      events.append(
        [
          "id": .string(id), "object": "chat.completion.chunk", "created": .integer(created), "model": .string(model),
          "choices": [], "usage": usage(result),
        ])
    }
    return events
  }

  private func chunk(_ delta: JSONValue, _ finish: String? = nil) -> JSONValue {
    frame(
      "chat.completion.chunk",
      [
        "index": 0, "delta": delta, "finish_reason": finish.map { .string($0) } ?? .null,
      ]
    ).merging(includesUsage ? ["usage": .null] : [:])
  }

  private func frame(_ kind: String, _ choice: JSONValue) -> JSONValue {
    [
      "id": .string(id), "object": .string(kind), "created": .integer(created), "model": .string(model),
      "choices": [choice],
    ]
  }

  private func finish(_ result: ChatRun.Result) -> String {
    result.calls.isEmpty ? result.isCut ? "length" : "stop" : "tool_calls"
  }

  private func usage(_ result: ChatRun.Result) -> JSONValue {
    [
      "prompt_tokens": .integer(result.promptTokens), "completion_tokens": .integer(result.replyTokens),
      "total_tokens": .integer(result.promptTokens + result.replyTokens),
    ]
  }

  /// In a stream, calls are numbered.
  private func calls(_ calls: [Transcript.ToolCall], numbered: Bool) -> JSONValue {
    .array(
      calls.enumerated().map { number, call in
        let json: JSONValue = [
          "id": .string("call_" + call.id.lowercased().filter { $0 != "-" }), "type": "function",
          "function": ["name": .string(call.toolName), "arguments": .string(call.arguments.jsonString)],
        ]
        return numbered ? JSONValue.object(["index": .integer(number)]).merging(json) : json
      })
  }
}
