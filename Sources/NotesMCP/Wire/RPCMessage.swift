package import JSONSchema

/// A message of JSON-RPC 2.0 from a client.
package enum RPCMessage {
  /// A call that is answered under its id, a text or a whole number.
  case request(id: JSONValue, method: String, parameters: JSONValue)
  /// A message that is not answered.
  case notification(method: String, parameters: JSONValue)
  /// The answer to a request of the server, which sends none.
  case response

  /// A message that cannot be read, with its id if it has a valid one.
  package struct Malformed: Error {
    package var id: JSONValue?
    package var error: RPCError
  }

  /// Reads a message.
  package init(parsing text: String) throws(Malformed) {
    let json: JSONValue
    do {
      json = try JSONParser.parse(text)
    } catch {
      throw Malformed(error: .notJSON("\(error.reason), at byte \(error.offset)"))
    }
    guard case .object = json else {
      throw Malformed(error: .invalidRequest("expected one object, not a batch or a value"))
    }
    let id = json["id"].flatMap { Self.isID($0) ? $0 : nil }
    func malformed(_ reason: String) -> Malformed { Malformed(id: id, error: .invalidRequest(reason)) }
    guard json["jsonrpc"]?.string == "2.0" else { throw malformed("jsonrpc must be \"2.0\"") }
    guard let member = json["method"] else {
      guard json["result"] != nil || json["error"] != nil else { throw malformed("there is no method") }
      self = .response
      return
    }
    guard let method = member.string else { throw malformed("method must be a string") }
    let parameters = json["params"] ?? .object([])
    guard case .object = parameters else { throw malformed("params must be an object") }
    guard json["id"] != nil else {
      self = .notification(method: method, parameters: parameters)
      return
    }
    guard let id else { throw malformed("id must be a string or a whole number") }
    self = .request(id: id, method: method, parameters: parameters)
  }

  package static func isID(_ value: JSONValue) -> Bool { value.string != nil || value.integer != nil }

  // MARK: what the server sends

  package static func result(_ result: JSONValue, of id: JSONValue) -> JSONValue {
    .object(["jsonrpc": "2.0", "id": id, "result": result])
  }

  /// An error; without an id if the request's cannot be read.
  package static func error(_ error: RPCError, of id: JSONValue?) -> JSONValue {
    .object(["jsonrpc": "2.0", "id": id, "error": error.json])
  }

  package static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    .object(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }
}
