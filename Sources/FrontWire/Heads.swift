import Foundation

/// What a client asks for, without the body.
public struct RequestHead: Codable, Sendable, Hashable {
  /// `GET`, `POST`, …
  public var method: String
  /// The path and what follows `?`, as sent.
  public var target: String
  /// The header fields, by their names in lower case. Of several fields of a name, the values are joined by commas.
  public var headers: [String: String]

  /// Creates a head.
  public init(method: String, target: String, headers: [String: String] = [:]) {
    (self.method, self.target, self.headers) = (method, target, headers)
  }
}

/// The beginning of a response.
public struct ResponseHead: Codable, Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: [String: String]
  /// Whether the body is shown to the client as it comes. Otherwise it is sent with its length, once it is whole.
  public var isStream: Bool

  /// Creates a head.
  public init(status: Int, headers: [String: String], isStream: Bool) {
    (self.status, self.headers, self.isStream) = (status, headers, isStream)
  }
}

extension Frame {
  /// A frame whose payload is a value in JSON and, after a line feed, bytes.
  public init(
    _ kind: Kind, of exchange: UInt32 = 0, json: some Encodable, body: [UInt8]? = nil
  ) throws {
    let json = try JSONEncoder().encode(json)
    self.init(kind, of: exchange, [UInt8](json) + (body.map { [UInt8(ascii: "\n")] + $0 } ?? []))
  }

  /// Returns the value in the payload, and what follows it.
  public func value<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, body: ArraySlice<UInt8>) {
    // JSON has no line feed inside a text, and none is written between values.
    let end = payload.firstIndex(of: UInt8(ascii: "\n")) ?? payload.endIndex
    return (try JSONDecoder().decode(type, from: Data(payload[..<end])), payload[end...].dropFirst())
  }
}
