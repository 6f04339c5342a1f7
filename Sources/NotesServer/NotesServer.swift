import Foundation
import LanguageModels
package import FrontWire

/// Answers the requests of clients about the notes, which another process passes on (`FrontWire`).
///
///     let server = NotesServer(ServerServices(notes, modelName: nil, indexPath: path, version: "1.0"))
///     let reply = await server.reply(to: HTTPRequest(method: "GET", target: "/search?q=keys"))
///
/// It knows no socket: the process that has the notes has no network.
package final class NotesServer: Sendable {
  let services: ServerServices
  /// The most bytes of a body in one frame.
  private static let longestPart = 1 << 20

  package init(_ services: ServerServices) { self.services = services }

  /// Answers one request. Parts of a stream follow when its body is run.
  package func reply(to request: HTTPRequest) async -> HTTPReply {
    let here = Endpoint.all.filter { $0.matches(request.path) }
    var request = request
    // The listening process leaves out the body.
    if request.method == "HEAD" { request.method = "GET" }
    if let endpoint = here.first(where: { $0.method == request.method }) {
      do {
        return try await endpoint.reply(request, services)
      } catch {
        return .error(services.serverError(for: error))
      }
    }
    guard !here.isEmpty else {
      return .error(.missing("there is no \(request.path.prefix(100).visibleLine): see /openapi.json"))
    }
    let methods = here.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }.joined(separator: ", ")
    var refusal = HTTPReply.error(
      ServerError(status: 405, type: "invalid_request_error", message: "use \(methods)"))
    refusal.headers["Allow"] = methods
    return refusal
  }

  /// Ends what would never end by itself, or only after hours: subscriptions and indexing.
  package func stop() {
    services.subscriptions.endAll()
    services.indexing?.stop()
  }

  /// Answers what the other process passes on, until that process ends or `stop` ends it.
  package func run(through socket: FrameSocket, _ frames: AsyncStream<Frame>) async {
    let running = RunningRequests()
    for await frame in frames {
      let number = frame.exchange
      switch frame.kind {
      case .request:
        guard let (head, body) = try? frame.value(RequestHead.self) else { continue }
        let request = HTTPRequest(
          method: head.method, target: head.target, headers: head.headers, body: Array(body),
          isFromPage: head.isFromPage)
        running.start(number) { await self.answer(request, number, socket) }
      case .cancel: running.cancel(number)
      default: break
      }
    }
    running.cancelAll()
  }

  private func answer(_ request: HTTPRequest, _ number: UInt32, _ socket: FrameSocket) async {
    let start = ContinuousClock.now
    let reply = await reply(to: request)
    defer {
      // The path of the endpoint: a client's own could be anything.
      services.metrics.count(
        Endpoint.all.first { $0.matches(request.path) }?.path ?? "other", status: reply.status,
        seconds: start.duration(to: .now) / .seconds(1))
    }
    switch reply.body {
    case .whole(let bytes):
      send(ResponseHead(status: reply.status, headers: reply.headers, isStream: false), number, socket)
      for start in stride(from: 0, to: bytes.count, by: Self.longestPart) {
        socket.send(Frame(.body, of: number, Array(bytes[start..<min(bytes.count, start + Self.longestPart)])))
      }
    case .stream(let body):
      send(ResponseHead(status: reply.status, headers: reply.headers, isStream: true), number, socket)
      if request.method == "HEAD" { break }
      try? await body { socket.send(Frame(.body, of: number, $0)) }
    }
    socket.send(Frame(.end, of: number))
  }

  private func send(_ head: ResponseHead, _ number: UInt32, _ socket: FrameSocket) {
    if let frame = try? Frame(.head, of: number, json: head) { socket.send(frame) }
  }
}
