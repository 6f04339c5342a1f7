import Foundation
package import JSONSchema

/// A message that a client sends in a request of HTTP, and how it is answered.
///
/// There are no sessions: each request stands for itself, also under a revision that begins with a handshake, whose
/// clients name the agreed revision in a header field. From 2026-07-28 on, header fields repeat what the message says,
/// so that something between can route it without reading it; they must agree.
package struct MCPPost: Sendable {
  /// How the message is answered.
  package enum Form: Sendable {
    /// Not at all: it is a notification.
    case accepted
    /// With one message.
    case whole
    /// With events: it asks for progress, or to be told of changes.
    case stream
  }

  /// A message that is not answered, with the status code and what says why.
  package struct Refusal: Error {
    package var status: Int
    package var message: JSONValue
  }

  package let form: Form
  /// The revision that a request without one in `_meta` is answered by.
  package let handshake: ProtocolVersion
  /// Whether the request names its revision itself.
  package let isStateless: Bool
  /// Whether it has the model answer a question.
  package let isQuestion: Bool
  /// Whether its answer ends only when the client or the server ends it.
  package let isSubscription: Bool

  /// The parameter that the header field `Mcp-Name` repeats.
  private static let names = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]

  /// - Parameter headers: The header fields, by their names in lower case.
  package init(_ message: String, headers: [String: String]) throws(Refusal) {
    let parsed: RPCMessage
    do {
      parsed = try RPCMessage(parsing: message)
    } catch {
      throw Refusal(status: 400, message: RPCMessage.error(error.error, of: error.id))
    }
    let text = headers["mcp-protocol-version"]
    let version = text.flatMap(ProtocolVersion.init)
    handshake = version.flatMap { $0.isStateless ? nil : $0 } ?? .newestWithHandshake
    let request: (id: JSONValue, method: String, parameters: JSONValue)? =
      if case .request(let id, let method, let parameters) = parsed { (id, method, parameters) } else { nil }
    let meta = request?.parameters["_meta"]
    let named = meta?[RequestContext.versionKey]
    isStateless = named != nil || version?.isStateless == true
    isQuestion = request?.method == "tools/call" && request?.parameters["name"]?.string == "ask"
    isSubscription = request?.method == "subscriptions/listen"
    form = request == nil ? .accepted : meta?["progressToken"] != nil || isSubscription ? .stream : .whole
    if let text, version == nil, named == nil {
      throw Refusal(status: 400, message: RPCMessage.error(.unsupportedVersion(text), of: request?.id))
    }
    guard isStateless, let (id, method, parameters) = request else { return }
    func check(_ name: String, _ value: String?, _ wanted: String?) throws(Refusal) {
      guard let wanted, value != wanted else { return }
      let problem = value == nil ? "is missing" : "is not what the message says"
      throw Refusal(status: 400, message: RPCMessage.error(.headerMismatch("\(name) \(problem)"), of: id))
    }
    guard let named = named?.string else {
      throw Refusal(
        status: 400,
        message: RPCMessage.error(.invalidParameters("_meta lacks \(RequestContext.versionKey)"), of: id))
    }
    try check("MCP-Protocol-Version", text, named)
    try check("Mcp-Method", headers["mcp-method"], method)
    if let key = Self.names[method] {
      try check("Mcp-Name", headers["mcp-name"].map(Self.decoded), parameters[key]?.string)
    }
  }

  /// Returns a field's value, which is in Base64 if it has more than visible ASCII characters: `=?base64?w7w=?=`.
  private static func decoded(_ value: String) -> String {
    guard value.hasPrefix("=?base64?"), value.hasSuffix("?="),
      let data = Data(base64Encoded: String(value.dropFirst(9).dropLast(2)))
    else { return value }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the status code of an answer.
  package func status(of answer: JSONValue) -> Int {
    guard isStateless, let code = answer["error"]?["code"]?.integer else { return 200 }
    switch code {
    case -32601: return 404
    case -32700, -32600, -32602, -32020, -32022: return 400
    default: return 200
    }
  }
}
