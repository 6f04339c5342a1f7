import Foundation
import Synchronization

/// A server on this machine that sends exactly the bytes that a test wants.
package final class RawServer: Sendable {
  /// What a client sent.
  package struct Request: Sendable {
    package var method, path, head, body: String

    /// The body as JSON; empty if it is none.
    package var json: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }
  }

  /// What the server does next on a connection. After the last step it closes.
  package enum Step: Sendable {
    case send([UInt8])
    /// Waits until the client closes the connection.
    case hold
    /// Closes so that the client sees an error instead of an end.
    case reset

    package static func text(_ text: String) -> Step { .send(Array(text.utf8)) }

    /// A whole response.
    package static func response(
      _ body: String, status: String = "200 OK", type: String = "application/json", more: String = ""
    ) -> Step {
      text("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(more)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// The head of a response that ends when the connection is closed.
    package static let eventHead = text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n")

    /// An event of a stream.
    package static func event(_ data: String) -> Step { text("data: \(data)\n\n") }
  }

  private struct Record {
    var requests: [Request] = []
    var closedByClient = 0
    var connections = 0
  }

  private let listener: LoopbackListener
  private let record = Mutex(Record())
  private let respond: @Sendable (Request) -> [Step]

  /// Starts a server that answers each request with the steps that `respond` returns.
  package init(_ respond: @escaping @Sendable (Request) -> [Step]) throws {
    self.respond = respond
    listener = try LoopbackListener()
    listener.accept { [weak self] connection in
      guard let server = self else {
        close(connection)
        return
      }
      Thread.detachNewThread { server.serve(connection) }
    }
  }

  package var port: UInt16 { listener.port }

  /// The address of its API.
  package var address: String { "http://127.0.0.1:\(port)/v1" }

  /// The requests so far, in the order in which they were read.
  package var requests: [Request] { record.withLock(\.requests) }

  /// How often a client has connected.
  package var connectionCount: Int { record.withLock(\.connections) }

  /// Waits until a client has closed a connection that the server holds.
  package func waitUntilClientCloses() async throws {
    while record.withLock({ $0.closedByClient == 0 }) { try await Task.sleep(for: .milliseconds(2)) }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    record.withLock { $0.connections += 1 }
    guard let request = Self.read(connection) else { return }
    record.withLock { $0.requests.append(request) }
    for step in respond(request) {
      switch step {
      case .send(let bytes):
        guard LoopbackListener.send(bytes[...], to: connection) else { return }
      case .hold:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        record.withLock { $0.closedByClient += 1 }
      case .reset:
        LoopbackListener.resetWhenClosed(connection)
        return
      }
    }
    shutdown(connection, Int32(SHUT_WR))
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    func more() -> Bool {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      bytes += buffer[..<count]
      return true
    }
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
      guard more() else { return nil }
      headEnd = bytes.indices.first { bytes[$0...].starts(with: end) }
    }
    guard let headEnd else { return nil }
    let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
    let length =
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
    while bytes.count < headEnd + 4 + length { guard more() else { return nil } }
    let words = head.split(separator: " ", maxSplits: 2)
    guard words.count == 3 else { return nil }
    return Request(
      method: String(words[0]), path: String(words[1]), head: head,
      body: String(decoding: bytes[(headEnd + 4)...], as: UTF8.self))
  }
}
