import Foundation
import JSONSchema
import Synchronization

/// `/v1/responses`.
enum ResponsesEndpoint {
  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let chat = try ChatRequest(response: try request.object())
    let run = ChatRun(request: chat, services: services, base: request.base)
    let form = ResponseForm(model: chat.model)
    let place = try await services.queue.place()
    guard chat.isStream else {
      return .json(form.response(try await place.use { try await run.result { _ in } }))
    }
    return .events { events in
      let number = Mutex(0)
      @Sendable func send(_ type: String, _ members: JSONValue) {
        let sequence = number.withLock { number in
          defer { number += 1 }
          return number
        }
        let head: JSONValue = ["type": .string(type), "sequence_number": .integer(sequence)]
        events.event(type, head.merging(members))
      }
      do {
        send("response.created", ["response": form.response(nil)])
        send("response.in_progress", ["response": form.response(nil)])
        send("response.output_item.added", ["output_index": 0, "item": form.item(nil)])
        send("response.content_part.added", form.place.merging(["part": form.part("", [])]))
        let result = try await place.use {
          try await run.result { text in
            send("response.output_text.delta", form.place.merging(["delta": .string(text), "logprobs": []]))
          }
        }
        for (index, annotation) in form.annotations(result).enumerated() {
          send(
            "response.output_text.annotation.added",
            form.place.merging(["annotation_index": .integer(index), "annotation": annotation]))
        }
        send("response.output_text.done", form.place.merging(["text": .string(result.text), "logprobs": []]))
        send(
          "response.content_part.done", form.place.merging(["part": form.part(result.text, form.annotations(result))]))
        send("response.output_item.done", ["output_index": 0, "item": form.item(result)])
        send(result.isCut ? "response.incomplete" : "response.completed", ["response": form.response(result)])
      } catch {
        let error = services.serverError(for: error)
        send("error", ["code": .string(error.type), "message": .string(error.message), "param": .null])
      }
    }
  }
}

/// The objects of a response (https://platform.openai.com/docs/api-reference/responses).
struct ResponseForm: Sendable {
  private static func name() -> String { UUID().uuidString.lowercased().filter { $0 != "-" } }

  var id = "resp_" + name()
  var itemID = "msg_" + name()
  var created = Int(Date().timeIntervalSince1970)
  var model: String

  /// Where the text is.
  var place: JSONValue { ["item_id": .string(itemID), "output_index": 0, "content_index": 0] }

  /// - Parameter result: `nil` while it is written.
  func response(_ result: ChatRun.Result?) -> JSONValue {
    .object([
      "id": .string(id), "object": "response", "created_at": .integer(created), "model": .string(model),
      "status": .string(status(result)), "error": .null,
      "incomplete_details": result?.isCut == true ? ["reason": "max_output_tokens"] : .null,
      "instructions": .null, "metadata": [:], "parallel_tool_calls": false, "tool_choice": "none", "tools": [],
      "temperature": .null, "top_p": .null,
      "output": result.map { [item($0)] } ?? [],
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
      "content": result.map { [part($0.text, annotations($0))] } ?? [],
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
