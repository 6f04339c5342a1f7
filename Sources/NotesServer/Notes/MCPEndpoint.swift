import JSONSchema
import NotesMCP
import Synchronization

/// `/mcp`: the Model Context Protocol over HTTP, without sessions.
enum MCPEndpoint {
  /// Sent so often while nothing else is, in seconds.
  private static let beat = 15

  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let text = try request.text()
    let post: MCPPost
    do {
      post = try MCPPost(text, headers: request.headers)
    } catch {
      return .json(error.message, status: error.status)
    }
    guard case .accepted = post.form else {
      return try await answer(text, post, services)
    }
    return HTTPReply(status: 202, body: .whole([]))
  }

  private static func answer(_ text: String, _ post: MCPPost, _ services: ServerServices) async throws -> HTTPReply {
    let place = post.isQuestion ? try await services.queue.place() : nil
    let server = MCPServer(services.notes, version: services.version, answering: post)
    if case .stream = post.form {
      return .events { events in
        let beats = Task {
          while true {
            try await Task.sleep(for: .seconds(beat))
            events.beat()
          }
        }
        let send: MCPServer.Send = { events.event(nil, $0) }
        // Told to stop, the server ends what only the client would end.
        let number = post.isSubscription ? services.subscriptions.add { Task { await server.finish(send: send) } } : 0
        defer {
          beats.cancel()
          services.subscriptions.remove(number)
        }
        try await run(server, text, place, send: send)
      }
    }
    let last = Mutex<JSONValue?>(nil)
    try await run(server, text, place) { message in last.withLock { $0 = message } }
    guard let answer = last.withLock({ $0 }) else { throw CancellationError() }
    return .json(answer, status: post.status(of: answer))
  }

  /// Has a message answered; stops when nobody waits any more.
  private static func run(
    _ server: MCPServer, _ text: String, _ place: ModelQueue.Place?, send: @escaping MCPServer.Send
  ) async throws {
    try await withTaskCancellationHandler {
      func run() async {
        await server.receive(text, send: send)
        await server.untilAnswered()
      }
      if let place { try await place.use(run) } else { await run() }
    } onCancel: {
      Task { await server.cancelAll() }
    }
  }
}
