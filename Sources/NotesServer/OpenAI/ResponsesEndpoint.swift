import JSONSchema

/// `/v1/responses`.
enum ResponsesEndpoint {
  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let object = try request.object()
    let chat = try ChatRequest(response: object)
    let run = try ChatRun(chat, of: request, services)
    let form = ResponseForm(model: chat.model, tools: chat.tools.isEmpty ? [] : object["tools"]?.elements ?? [])
    let place = try await services.queue.place()
    guard chat.isStream else {
      return .json(form.response(try await place.use { try await run.result { _ in } }))
    }
    return .events { events in
      let stream = ResponseStream(form: form, events)
      do {
        stream.begin()
        let result = try await place.use { try await run.result { stream.show($0) } }
        stream.end(result)
      } catch {
        let error = services.serverError(for: error)
        stream.send("error", ["code": .string(error.type), "message": .string(error.message), "param": .null])
      }
    }
  }
}
