import Foundation
import JSONSchema
import LanguageModels

/// The objects of a response (https://platform.openai.com/docs/api-reference/responses).
struct ResponseForm: Sendable {
  private static func name() -> String { UUID().uuidString.lowercased().filter { $0 != "-" } }

  var id = "resp_" + name()
  var itemID = "msg_" + name()
  var created = Int(Date().timeIntervalSince1970)
  var model: String
  /// The tools of the request, as it has them.
  var tools: [JSONValue] = []

  /// Where the text is.
  var place: JSONValue { ["item_id": .string(itemID), "output_index": 0, "content_index": 0] }

  /// Where a call is.
  func place(of call: Int) -> JSONValue { ["item_id": .string("fc_\(call)_\(id)"), "output_index": .integer(call)] }

  /// The calls that end a response, in place of a message.
  func calls(_ result: ChatRun.Result) -> [JSONValue] {
    result.calls.enumerated().map { number, call in
      [
        "id": .string("fc_\(number)_\(id)"), "type": "function_call", "status": "completed",
        "call_id": .string("call_" + call.id.lowercased().filter { $0 != "-" }),
        "name": .string(call.toolName), "arguments": .string(call.arguments.jsonString),
      ]
    }
  }

  /// - Parameter result: `nil` while it is written.
  func response(_ result: ChatRun.Result?) -> JSONValue {
    .object([
      "id": .string(id), "object": "response", "created_at": .integer(created), "model": .string(model),
      "status": .string(status(result)), "error": .null,
      "incomplete_details": result?.isCut == true ? ["reason": "max_output_tokens"] : .null,
      "instructions": .null, "metadata": [:], "parallel_tool_calls": false,
      "tool_choice": tools.isEmpty ? "none" : "auto", "tools": .array(tools),
      "temperature": .null, "top_p": .null,
      "output": result.map { $0.calls.isEmpty ? [item($0)] : .array(calls($0)) } ?? [],
      "outcome": result?.outcome.map { .string($0) },
      "usage": result.map { result in
        [
          "input_tokens": .integer(result.promptTokens), "input_tokens_details": ["cached_tokens": 0],
          "output_tokens": .integer(result.replyTokens), "output_tokens_details": ["reasoning_tokens": 0],
          "total_tokens": .integer(result.promptTokens + result.replyTokens),
        ]
      } ?? .null,
    ])
  }

  func item(_ result: ChatRun.Result?) -> JSONValue {
    [
      "id": .string(itemID), "type": "message", "role": "assistant", "status": .string(status(result)),
      "content": result.map { result in
        [result.refusal.map { ["type": "refusal", "refusal": .string($0)] } ?? part(result.text, annotations(result))]
      } ?? [],
    ]
  }

  func part(_ text: String, _ annotations: [JSONValue]) -> JSONValue {
    ["type": "output_text", "text": .string(text), "annotations": .array(annotations), "logprobs": []]
  }

  /// The sources; here, the members of a citation are those of the annotation itself.
  func annotations(_ result: ChatRun.Result) -> [JSONValue] {
    ChatCitation.annotations(result.citations, in: result.marked).map { annotation in
      JSONValue.object(["type": "url_citation"]).merging(annotation["url_citation"] ?? [:])
    }
  }

  private func status(_ result: ChatRun.Result?) -> String {
    result.map { $0.isCut ? "incomplete" : "completed" } ?? "in_progress"
  }
}
