import Foundation
import FrontWire
import HTTPTypes

/// Decides which requests are passed on.
///
/// A web page of another site can make a browser send requests to this machine, under a name of its own (DNS
/// rebinding): so the `Host` must be this machine's, and the `Origin` this server's or one that the user named.
/// Besides, every request needs the token, which a browser has as a cookie.
struct Gate: Sendable {
  /// What becomes of a request.
  enum Verdict: Equatable {
    case pass
    /// A page asks whether it may send a request.
    case preflight
    /// A browser brings the token in the address, and takes it along as a cookie.
    case login
    /// A browser without the token.
    case loginPage
    case refused(status: Int, type: String, message: String)
  }

  static let cookie = "rag-token"
  let configuration: FrontConfiguration
  private var isSocket: Bool { if case .unix = configuration.address { true } else { false } }

  init(_ configuration: FrontConfiguration) { self.configuration = configuration }

  func verdict(on request: HTTPRequest) -> Verdict {
    let authority = (request.authority ?? "").lowercased()
    guard isSocket || isHere(authority) else {
      return .refused(
        status: 421, type: "wrong_host", message: "this server answers for 127.0.0.1 and localhost, not for this host")
    }
    if let origin = request.headerFields[.origin], !isAllowed(origin, authority) {
      return .refused(
        status: 403, type: "wrong_origin", message: "pages of this origin may not ask: allow it with --allow-origin")
    }
    if request.method == .options, request.headerFields[.accessControlRequestMethod] != nil { return .preflight }
    let (path, query) = Self.parts(of: request.path ?? "/")
    if path == "/", request.method == .get, let token = Self.value(of: "token", in: query), isToken(token) {
      return .login
    }
    if isToken(bearer(request)) || isToken(Self.cookie(in: request)) { return .pass }
    if request.method == .get, path == "/" { return .loginPage }
    return .refused(
      status: 401, type: "invalid_api_key",
      message: "this needs the token that 'rag serve --token' prints: Authorization: Bearer TOKEN")
  }

  /// The header fields that let a page of another, allowed origin read the answer.
  func crossOriginFields(for request: HTTPRequest) -> HTTPFields {
    guard let origin = request.headerFields[.origin] else { return [:] }
    var fields: HTTPFields = [.vary: "Origin", .accessControlAllowOrigin: origin]
    if request.method == .options {
      fields[.accessControlAllowMethods] = "GET, POST, DELETE"
      fields[.accessControlAllowHeaders] =
        "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id"
      fields[.accessControlMaxAge] = "600"
    }
    return fields
  }

  private func isHere(_ authority: String) -> Bool {
    let name = Self.name(in: authority)
    return ["127.0.0.1", "localhost", "[::1]"].contains(name)
      || configuration.hosts.contains { $0.lowercased() == name }
  }

  private func isAllowed(_ origin: String, _ authority: String) -> Bool {
    let origin = origin.lowercased()
    return origin == "http://\(authority)" || configuration.origins.contains { $0.lowercased() == origin }
  }

  private func bearer(_ request: HTTPRequest) -> String? {
    guard let field = request.headerFields[.authorization] else { return nil }
    let words = field.split(separator: " ", maxSplits: 1)
    return words.count == 2 && words[0].lowercased() == "bearer" ? words[1].trimmingCharacters(in: .whitespaces) : nil
  }

  private static func cookie(in request: HTTPRequest) -> String? {
    request.headerFields[values: .cookie].lazy.flatMap { $0.split(separator: ";") }.compactMap { pair -> String? in
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return parts.count == 2 && parts[0] == cookie ? parts[1] : nil
    }.first
  }

  /// Compares in a time that does not depend on where two tokens differ.
  private func isToken(_ text: String?) -> Bool {
    guard let text else { return false }
    let (given, wanted) = (Array(text.utf8), Array(configuration.token.utf8))
    guard given.count == wanted.count, !wanted.isEmpty else { return false }
    return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A host's name without its port.
  private static func name(in authority: String) -> String {
    if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }) + "]" }
    return String(authority.prefix { $0 != ":" })
  }

  static func parts(of target: String) -> (path: String, query: String) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }

  private static func value(of name: String, in query: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }
}
