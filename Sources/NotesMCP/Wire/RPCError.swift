package import JSONSchema

/// An error that answers a request, with the codes of JSON-RPC 2.0 and of the Model Context Protocol.
package struct RPCError: Error, Equatable {
  package var code: Int
  package var message: String
  package var data: JSONValue?

  /// The text is not JSON.
  package static func notJSON(_ reason: String) -> RPCError {
    RPCError(code: -32700, message: "Parse error: \(reason)")
  }

  /// The JSON is not a request.
  package static func invalidRequest(_ reason: String) -> RPCError {
    RPCError(code: -32600, message: "Invalid request: \(reason)")
  }

  package static func unknownMethod(_ method: String) -> RPCError {
    RPCError(code: -32601, message: "Method not found: \(method.prefix(100))")
  }

  package static func invalidParameters(_ reason: String) -> RPCError {
    RPCError(code: -32602, message: "Invalid params: \(reason)")
  }

  package static func failed(_ reason: String) -> RPCError { RPCError(code: -32603, message: reason) }

  /// A document that is not there. The stateless revision counts it among invalid parameters.
  package static func unknownResource(_ uri: String, in version: ProtocolVersion) -> RPCError {
    RPCError(
      code: version.isStateless ? -32602 : -32002, message: "Resource not found",
      data: ["uri": .string(String(uri.prefix(500)))])
  }

  /// A revision that the server does not speak.
  package static func unsupportedVersion(_ requested: String) -> RPCError {
    RPCError(
      code: -32022, message: "Unsupported protocol version",
      data: [
        "supported": .array(ProtocolVersion.stateless.map { .string($0.rawValue) }),
        "requested": .string(String(requested.prefix(100))),
      ])
  }

  /// A header field does not agree with the message.
  package static func headerMismatch(_ reason: String) -> RPCError {
    RPCError(code: -32020, message: "Header mismatch: \(reason)")
  }

  package var json: JSONValue { .object(["code": .integer(code), "message": .string(message), "data": data]) }
}
