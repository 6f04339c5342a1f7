import JSONSchema
import Synchronization

/// `/v1/responses`.
enum ResponsesEndpoint {
  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let chat = try ChatRequest(response: try request.object())
    let run = try ChatRun(chat, of: request, services)
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
