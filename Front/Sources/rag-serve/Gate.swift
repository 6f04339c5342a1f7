import Foundation
import FrontWire
import HTTPTypes

/// Decides which requests are passed on.
///
/// A web page of another site can make a browser send requests to this machine, under a name of its own (DNS
/// rebinding): so the `Host` must be this machine's, and the `Origin` this server's or one that the user named.
/// Besides, every request needs the token, or a browser's session.
struct Gate: Sendable {
  /// What becomes of a request.
  enum Verdict: Equatable {
    case pass
    /// A page asks whether it may send a request.
    case preflight
    /// A browser brings the token in the address, and gets a session for it.
    case login
    /// A browser without a session.
    case loginPage
    case refused(status: Int, type: String, message: String)
  }

  static let cookie = "rag-session"
  let configuration: FrontConfiguration
  /// What a browser has in place of the token, until the server stops: cookies go to every port of a host.
  let session = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
  private var isSocket: Bool { if case .unix = configuration.address { true } else { false } }

  init(_ configuration: FrontConfiguration) { self.configuration = configuration }

  func verdict(on request: HTTPRequest) -> Verdict {
    let authority = (request.authority ?? "").lowercased()
    guard isSocket || isHere(authority) else {
      let names = (Self.local + configuration.hosts).joined(separator: ", ")
      return .refused(
        status: 421, type: "wrong_host", message: "this server answers for \(names) only")
    }
    if let origin = request.headerFields[.origin], !isAllowed(origin, authority) {
      return .refused(
        status: 403, type: "wrong_origin", message: "pages from this origin are not allowed: --allow-origin allows one")
    }
    if request.method == .options, request.headerFields[.accessControlRequestMethod] != nil { return .preflight }
    let (path, query) = Self.parts(of: request.path ?? "/")
    let isReading = request.method == .get || request.method == .head
    if path == "/", isReading, let token = Self.value(of: "token", in: query), isToken(token) {
      return .login
    }
    if isToken(bearer(request)) || hasSession(request, path) { return .pass }
    if isReading, path == "/" { return .loginPage }
    return .refused(
      status: 401, type: "invalid_api_key",
      message: "this needs the token that 'rag serve --token' prints: Authorization: Bearer TOKEN")
  }

  /// The header fields that let a page of another, allowed origin read the answer.
  func crossOriginFields(for request: HTTPRequest) -> HTTPFields {
    guard let origin = request.headerFields[.origin], isAllowed(origin, (request.authority ?? "").lowercased()) else {
      return [:]
    }
    var fields: HTTPFields = [
      .vary: "Origin", .accessControlAllowOrigin: origin, .accessControlExposeHeaders: "Retry-After",
    ]
    if request.method == .options {
      fields[.accessControlAllowMethods] = "GET, POST, DELETE"
      fields[.accessControlAllowHeaders] = request.headerFields[.accessControlRequestHeaders] ?? "authorization"
      fields[.accessControlMaxAge] = "600"
    }
    return fields
  }

  private static let local = ["127.0.0.1", "localhost", "[::1]"]

  private func isHere(_ authority: String) -> Bool {
    guard let name = Self.name(in: authority) else { return false }
    if (Self.local + configuration.hosts).contains(where: { $0.lowercased() == name }) { return true }
    // Where others may connect, so may those that know its number: a name that leads here is never one.
    return configuration.isOpenToOthers && Self.isNumber(name)
  }

  private func isAllowed(_ origin: String, _ authority: String) -> Bool {
    let origin = origin.lowercased()
    // Before a name that the user gave may be a proxy, which speaks TLS.
    return origin == "http://\(authority)" || configuration.hosts.contains { origin == "https://\($0.lowercased())" }
      || configuration.origins.contains { $0.lowercased() == origin }
  }

  /// Whether a request comes from a browser that has logged in: from the server's own page, or by a link to a page.
  private func hasSession(_ request: HTTPRequest, _ path: String) -> Bool {
    guard Self.isSame(Self.cookie(in: request), as: session) else { return false }
    let site = request.headerFields[.secFetchSite]
    if site == nil || site == "same-origin" || site == "none" { return true }
    return path == "/" && request.method == .get && request.headerFields[.secFetchMode] == "navigate"
  }

  /// Whether a request comes from the server's own page, in a browser that has logged in: not from another site's, and
  /// not from a program that has the token.
  func isFromPage(_ request: HTTPRequest) -> Bool {
    guard bearer(request) == nil, Self.isSame(Self.cookie(in: request), as: session) else { return false }
    // Browsers leave out where a request comes from if the address is another machine's without TLS.
    let authority = (request.authority ?? "").lowercased()
    return request.headerFields[.secFetchSite].map { $0 == "same-origin" }
      ?? (request.headerFields[.origin]?.lowercased() == "http://\(authority)")
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

  private func isToken(_ text: String?) -> Bool { Self.isSame(text, as: configuration.token) }

  /// Compares in a time that does not depend on where two texts differ.
  private static func isSame(_ text: String?, as secret: String) -> Bool {
    guard let text else { return false }
    let (given, wanted) = (Array(text.utf8), Array(secret.utf8))
    guard given.count == wanted.count, !wanted.isEmpty else { return false }
    return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A host's name without its port; `nil` if it is no host.
  private static func name(in authority: String) -> String? {
    let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map(authority.index(after:)) : nil
    let name = end.map { authority[..<$0] } ?? authority.prefix { $0 != ":" }
    let port = authority[name.endIndex...]
    guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return String(name)
  }

  /// Whether a host is an address in numbers.
  private static func isNumber(_ host: String) -> Bool {
    if host.hasPrefix("[") { return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || ":.".contains($0) } }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  static func parts(of target: String) -> (path: String, query: String) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }

  /// Where a browser goes that has logged in: to what it asked for, without the token.
  static func destination(_ target: String) -> String {
    let rest = parts(of: target).query.split(separator: "&").filter { !$0.hasPrefix("token=") }
    return rest.isEmpty ? "/" : "/?" + rest.joined(separator: "&")
  }

  private static func value(of name: String, in query: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }
}
