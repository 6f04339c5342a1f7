import JSONSchema
import Testing

import NotesMCP

@Suite struct RPCMessageTests {
  @Test func requestsAndNotificationsAreTold() throws {
    guard
      case .request(let id, let method, let parameters) = try RPCMessage(
        parsing: #"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":"3"}}"#)
    else { return #expect(Bool(false), "not a request") }
    #expect(id == "a" && method == "tools/list" && parameters["cursor"] == "3")
    guard
      case .notification("notifications/initialized", [:]) = try RPCMessage(
        parsing: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    else { return #expect(Bool(false), "not a notification") }
    guard case .response = try RPCMessage(parsing: #"{"jsonrpc":"2.0","id":7,"result":{}}"#)
    else { return #expect(Bool(false), "not a response") }
  }

  @Test(arguments: [
    ("", -32700, nil), ("{", -32700, nil), (#"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#, -32700, nil),
    ("[]", -32600, nil), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, nil), ("7", -32600, nil),
    (#"{"id":1,"method":"ping"}"#, -32600, 1), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, 1),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600, 1), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, 1),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600, 1),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, nil),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, nil),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, nil),
  ])
  func whatIsNoMessageIsAnError(text: String, code: Int, id: Int?) throws {
    let error = #expect(throws: RPCMessage.Malformed.self) { try RPCMessage(parsing: text) }
    #expect(error?.error.code == code)
    #expect(error?.id?.integer == id)
    // Its answer can be read again.
    let answer = RPCMessage.error(error?.error ?? .failed(""), of: error?.id)
    #expect(try JSONParser.parse(answer.text)["error"]?["code"]?.integer == code)
  }

  @Test func everyRequestNamesItsRevisionOrBelongsToTheHandshake() throws {
    func version(_ meta: JSONValue?) throws -> ProtocolVersion {
      let parameters: JSONValue = .object(["_meta": meta])
      return try RequestContext(of: parameters, handshake: .v2025_06_18).version
    }
    let (key, capabilities) = ("io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities")
    #expect(try version(nil) == .v2025_06_18)
    #expect(try version(["progressToken": 3]) == .v2025_06_18)
    #expect(try version(.object([.init(key, "2026-07-28"), .init(capabilities, [:])])) == .v2026_07_28)
    func code(_ members: [JSONValue.Member]) -> Int? {
      #expect(throws: RPCError.self) { try version(.object(members)) }?.code
    }
    #expect(code([.init(key, "2026-07-28")]) == -32602)
    #expect(code([.init(capabilities, [:])]) == -32602)
    #expect(code([.init(key, 7), .init(capabilities, [:])]) == -32602)
    #expect(code([.init(key, "2025-11-25"), .init(capabilities, [:])]) == -32022)
    #expect(code([.init(key, "1999-01-01"), .init(capabilities, [:])]) == -32022)
  }
}
