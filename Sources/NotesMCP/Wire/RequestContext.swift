package import JSONSchema

/// What a request says besides its parameters: under which revision it is answered, and who wants to know its progress.
package struct RequestContext: Sendable {
  package var version: ProtocolVersion
  /// The token that progress notifications carry; `nil` if none are wanted.
  package var progressToken: JSONValue?

  static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Reads `_meta`. A request without a version belongs to the connection's handshake.
  package init(of parameters: JSONValue, handshake: ProtocolVersion) throws(RPCError) {
    let meta = parameters["_meta"]
    if let meta {
      guard case .object = meta else { throw .invalidParameters("_meta must be an object") }
    }
    progressToken = meta?["progressToken"].flatMap { RPCMessage.isID($0) ? $0 : nil }
    guard let requested = meta?[Self.versionKey] else {
      guard meta?[Self.capabilitiesKey] == nil else {
        throw .invalidParameters("_meta lacks \(Self.versionKey)")
      }
      version = handshake
      return
    }
    guard let requested = requested.string else { throw .invalidParameters("\(Self.versionKey) must be a string") }
    guard case .object = meta?[Self.capabilitiesKey] else {
      throw .invalidParameters("_meta lacks \(Self.capabilitiesKey), an object")
    }
    guard let version = ProtocolVersion(rawValue: requested), version.isStateless else {
      throw .unsupportedVersion(requested)
    }
    self.version = version
  }
}
