import Foundation
import HTTP
import JSONSchema
import LanguageModels

/// Sends requests to one server, and turns its failures into errors for the user.
package struct ServerClient: Sendable {
  /// The maximum size of a reply that is read as a whole: a list of models, a tokenized prompt.
  private static let mostBytes = 64 << 20
  private static let connectTimeout = Duration.seconds(5)

  var address: ServerAddress
  private let key: String?
  /// How long the server may be silent.
  private let stallTimeout: Duration
  /// The pauses before a request is sent again, if the server is not there yet or still loads its model.
  private let retryDelays: [Duration]

  package init(
    address: ServerAddress, key: String? = nil, stallTimeout: Duration = .seconds(300),
    retryDelays: [Duration] = [.milliseconds(200), .milliseconds(800), .seconds(3)]
  ) {
    (self.address, self.key, self.stallTimeout, self.retryDelays) = (address, key, stallTimeout, retryDelays)
  }

  /// Returns the server's reply to a GET, or to a POST of a body.
  func json(_ url: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    var bytes: [UInt8] = []
    var head: HTTPPart?
    try await receive(call(url, body, accepting: "application/json")) { part in
      head = part
      bytes += part.bytes
      return bytes.count <= Self.mostBytes
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let head, (200..<300).contains(head.status) else { throw error(head, text) }
    guard bytes.count <= Self.mostBytes, let value = try? JSONParser.parse(text) else {
      throw ServerError.invalidReply(address: address.base, reason: "what it sent for \(path(of: url)) is not JSON")
    }
    return value
  }

  /// Returns the server's reply as `json` does, and `nil` if it has no such endpoint.
  ///
  /// - Throws: `ServerError` if the server does not answer or wants a key.
  func jsonIfOffered(_ url: String, _ body: JSONValue? = nil) async throws -> JSONValue? {
    do {
      let value = try await json(url, body)
      // LM Studio answers any request with 200.
      return value["error"] == nil ? value : nil
    } catch ServerError.failed, ServerError.invalidReply {
      return nil
    }
  }

  /// Posts a body and passes on the events of the reply, until the server is done or `take` returns `false`.
  func events(_ url: String, _ body: JSONValue, _ take: (JSONValue) throws -> Bool) async throws {
    var stream = EventStream()
    var other: [UInt8] = []
    var head: HTTPPart?
    func handle(_ data: String) throws -> Bool {
      if data == "[DONE]" { return false }
      guard let value = try? JSONParser.parse(data) else {
        throw ServerError.invalidReply(address: address.base, reason: "an event of its reply is not JSON")
      }
      if let failure = value["error"], failure != .null {
        throw error(status: failure["code"]?.integer ?? head?.status ?? 0, retryAfter: 0, body: data)
      }
      return try take(value)
    }
    var isDone = false
    try await receive(call(url, body, accepting: "text/event-stream")) { part in
      head = part
      guard (200..<300).contains(part.status), part.contentType.hasPrefix("text/event-stream") else {
        other += part.bytes
        return other.count < 1 << 16
      }
      do {
        for data in try stream.append(part.bytes) where try !handle(data) {
          isDone = true
          return false
        }
      } catch is EventStream.TooLong {
        throw ServerError.invalidReply(address: address.base, reason: "an event of its reply is too long")
      }
      return true
    }
    let text = String(decoding: other, as: UTF8.self)
    guard let head, (200..<300).contains(head.status) else { throw error(head, text) }
    guard head.contentType.hasPrefix("text/event-stream") else {
      if let value = try? JSONParser.parse(text), value["error"] != nil { throw error(head, text) }
      throw ServerError.invalidReply(address: address.base, reason: "its reply is not an event stream")
    }
    if !isDone, let data = stream.finish() { _ = try handle(data) }
  }

  private func call(_ url: String, _ body: JSONValue?, accepting type: String) -> HTTPCall {
    var headers = ["Accept: \(type)", "Content-Type: application/json", "Expect:"]
    if let key { headers.append("Authorization: Bearer " + key.filter { !$0.isNewline }) }
    return HTTPCall(
      url: url, body: body?.text, headers: headers, connectTimeout: Self.connectTimeout, stallTimeout: stallTimeout,
      ignoresProxies: address.isLoopback)
  }

  /// Passes on a response until its end or until `take` returns `false`.
  ///
  /// A request is sent again only if no server listened, or if it was not ready: never after a part of a reply.
  private func receive(_ call: HTTPCall, _ take: (HTTPPart) throws -> Bool) async throws {
    struct NotReady: Error {}
    var delays = retryDelays[...]
    while true {
      do {
        for try await part in HTTPExchange.parts(of: call) {
          if part.status == 503, !delays.isEmpty { throw NotReady() }
          guard try take(part) else { return }
        }
        return try Task.checkCancellation()
      } catch let failure as HTTPFailure {
        guard failure == .refused, !delays.isEmpty else { throw error(failure) }
      } catch is NotReady {}
      try await Task.sleep(for: delays.removeFirst())
    }
  }

  private func error(_ failure: HTTPFailure) -> any Error {
    switch failure {
    case .noLibrary: ServerError.noLibrary
    case .refused: ServerError.refused(address: address.base)
    case .unreachable:
      ServerError.unreachable(
        address: address.base, reason: "it did not answer within \(Self.connectTimeout.components.seconds) seconds")
    case .stalled: LanguageModelError.timeout
    case .closed: ServerError.interrupted(address: address.base)
    case .other(let reason): ServerError.unreachable(address: address.base, reason: ServerText.line(reason))
    }
  }

  private func error(_ head: HTTPPart?, _ body: String) -> any Error {
    error(status: head?.status ?? 0, retryAfter: head?.retryAfter ?? 0, body: body)
  }

  private func error(status: Int, retryAfter: Int, body: String) -> any Error {
    let message = ServerText.message(ofBody: body)
    switch status {
    case 401, 403: return ServerError.unauthorized(address: address.base)
    case 429:
      return LanguageModelError.rateLimited(
        resetDate: retryAfter > 0 ? Date(timeIntervalSinceNow: Double(retryAfter)) : nil)
    default: break
    }
    let failure = (try? JSONParser.parse(body))?["error"]
    let isTooLong =
      failure?["type"] == .string("exceed_context_size_error")
      || failure?["code"] == .string("context_length_exceeded")
      || ["context length", "context size", "context window"].contains { message.lowercased().contains($0) }
    if isTooLong, status != 0 {
      return LanguageModelError.contextSizeExceeded(
        contextSize: failure?["n_ctx"]?.integer ?? 0, tokenCount: failure?["n_prompt_tokens"]?.integer ?? 0)
    }
    return ServerError.failed(address: address.base, status: status, message: message)
  }

  private func path(of url: String) -> Substring { url.dropFirst(address.root.count) }
}
