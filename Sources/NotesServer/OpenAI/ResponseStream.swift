import JSONSchema
import Synchronization

/// The events of a response. Whether it is a message shows with the first text: it may be calls of tools alone.
final class ResponseStream: Sendable {
  private let form: ResponseForm
  private let events: EventStream
  private let state = Mutex((number: 0, hasMessage: false))

  init(form: ResponseForm, _ events: EventStream) { (self.form, self.events) = (form, events) }

  func send(_ type: String, _ members: JSONValue) {
    let sequence = state.withLock { state in
      defer { state.number += 1 }
      return state.number
    }
    let head: JSONValue = ["type": .string(type), "sequence_number": .integer(sequence)]
    events.event(type, head.merging(members))
  }

  func begin() {
    send("response.created", ["response": form.response(nil)])
    send("response.in_progress", ["response": form.response(nil)])
  }

  /// Shows more of the text.
  func show(_ text: String) {
    beginMessage()
    send("response.output_text.delta", form.place.merging(["delta": .string(text), "logprobs": []]))
  }

  private func beginMessage() {
    let isFirst = state.withLock { state in
      defer { state.hasMessage = true }
      return !state.hasMessage
    }
    guard isFirst else { return }
    send("response.output_item.added", ["output_index": 0, "item": form.item(nil)])
    send("response.content_part.added", form.place.merging(["part": form.part("", [])]))
  }

  func end(_ result: ChatRun.Result) {
    if result.calls.isEmpty { endMessage(result) } else { sendCalls(of: result) }
    send(result.isCut ? "response.incomplete" : "response.completed", ["response": form.response(result)])
  }

  private func endMessage(_ result: ChatRun.Result) {
    beginMessage()
    for (index, annotation) in form.annotations(result).enumerated() {
      send(
        "response.output_text.annotation.added",
        form.place.merging(["annotation_index": .integer(index), "annotation": annotation]))
    }
    if let refusal = result.refusal {
      send("response.refusal.done", form.place.merging(["refusal": .string(refusal)]))
    } else {
      send("response.output_text.done", form.place.merging(["text": .string(result.text), "logprobs": []]))
    }
    let item = form.item(result)
    for part in item["content"]?.elements ?? [] {
      send("response.content_part.done", form.place.merging(["part": part]))
    }
    send("response.output_item.done", ["output_index": 0, "item": item])
  }

  private func sendCalls(of result: ChatRun.Result) {
    for (number, call) in form.calls(result).enumerated() {
      let place = form.place(of: number)
      let begun = call.setting(["status": "in_progress", "arguments": ""])
      let arguments = call["arguments"] ?? ""
      send("response.output_item.added", ["output_index": .integer(number), "item": begun])
      send("response.function_call_arguments.delta", place.merging(["delta": arguments]))
      send("response.function_call_arguments.done", place.merging(["arguments": arguments]))
      send("response.output_item.done", ["output_index": .integer(number), "item": call])
    }
  }
}
