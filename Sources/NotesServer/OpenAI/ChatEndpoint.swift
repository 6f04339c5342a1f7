import JSONSchema

/// `/v1/chat/completions`.
enum ChatEndpoint {
  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let chat = try ChatRequest(completion: try request.object())
    let run = try ChatRun(chat, of: request, services)
    let form = ChatCompletionForm(model: chat.model, includesUsage: chat.includesUsage)
    let place = try await services.queue.place()
    guard chat.isStream else {
      return .json(form.whole(try await place.use { try await run.result { _ in } }))
    }
    return .events { events in
      do {
        events.event(nil, form.beginning)
        let result = try await place.use { try await run.result { events.event(nil, form.text($0)) } }
        for event in form.ending(result) { events.event(nil, event) }
      } catch {
        events.event(nil, services.serverError(for: error).json)
      }
      events.event(text: "[DONE]")
    }
  }
}

extension HTTPRequest {
  /// The server's address, as the client knows it.
  var base: String { "\(headers["x-forwarded-proto"] ?? "http")://\(headers["host"] ?? "127.0.0.1")" }
}
