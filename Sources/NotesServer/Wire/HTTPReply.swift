import Foundation
package import JSONSchema

/// The answer to a request.
package struct HTTPReply: Sendable {
  package enum Body: Sendable {
    case whole([UInt8])
    /// Sends parts as they come. What it throws has been told to the client.
    case stream(@Sendable (_ send: @escaping @Sendable ([UInt8]) -> Void) async throws -> Void)
  }

  package var status: Int
  package var headers: [String: String]
  package var body: Body

  package init(status: Int = 200, headers: [String: String] = [:], body: Body) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Notes are private: nobody between may keep them.
  private static let unshared = ["Cache-Control": "no-store"]

  package static func text(
    _ text: String, as type: String = "text/plain; charset=utf-8", status: Int = 200, headers: [String: String] = [:]
  ) -> HTTPReply {
    HTTPReply(
      status: status, headers: unshared.merging(["Content-Type": type]) { $1 }.merging(headers) { $1 },
      body: .whole(Array(text.utf8)))
  }

  package static func json(_ json: JSONValue, status: Int = 200, headers: [String: String] = [:]) -> HTTPReply {
    text(json.text, as: "application/json; charset=utf-8", status: status, headers: headers)
  }

  package static func error(_ error: ServerError) -> HTTPReply {
    json(error.json, status: error.status, headers: error.retryAfter.map { ["Retry-After": "\($0)"] } ?? [:])
  }

  /// Server-sent events.
  package static func events(_ body: @escaping @Sendable (EventStream) async throws -> Void) -> HTTPReply {
    HTTPReply(
      headers: unshared.merging(["Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"]) { $1 },
      body: .stream { send in try await body(EventStream(send)) })
  }
}

extension JSONValue {
  /// Creates the value that an encodable one is written as.
  package init(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self = try JSONParser.parse(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
