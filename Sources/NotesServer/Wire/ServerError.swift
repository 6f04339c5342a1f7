package import JSONSchema

/// Why a request is not answered, in the form of OpenAI's interface.
package struct ServerError: Error, Hashable {
  package var status: Int
  package var type: String
  package var message: String
  /// What OpenAI's clients tell errors apart by; `nil` if it is the type.
  package var code: String?
  /// The seconds after which the client may try again.
  package var retryAfter: Int?

  package init(status: Int, type: String, message: String, code: String? = nil, retryAfter: Int? = nil) {
    (self.status, self.type, self.message, self.code, self.retryAfter) = (status, type, message, code, retryAfter)
  }

  /// The request is wrong.
  package static func invalid(_ message: String) -> ServerError {
    ServerError(status: 400, type: "invalid_request_error", message: message)
  }

  package static func missing(_ message: String) -> ServerError {
    ServerError(status: 404, type: "not_found_error", message: message)
  }

  package static func failed(_ message: String) -> ServerError {
    ServerError(status: 500, type: "server_error", message: message)
  }

  package var json: JSONValue {
    ["error": ["message": .string(message), "type": .string(type), "param": .null, "code": .string(code ?? type)]]
  }
}
