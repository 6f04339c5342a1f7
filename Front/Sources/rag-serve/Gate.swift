import Foundation
import FrontWire
import HTTPTypes

/// Decides which requests are passed on.
///
/// A web page of another site can make a browser send requests to this machine, under a name of its own (DNS
/// rebinding): so the `Host` must be this machine's, and the `Origin` this server's or one that the user named.
/// Besides, every request but those for the page itself, which has no text of notes, needs the token or a session.
struct Gate: Sendable {
  /// What becomes of a request.
  enum Verdict: Equatable {
    /// It is passed on, as one from the page or not.
    case pass(isFromPage: Bool)
    /// A page asks whether it may send a request.
    case preflight
    /// A part of the page.
    case page(FrontConfiguration.PagePart)
    /// The page brings a code or the token, and gets a session for it.
    case login
    case refused(status: Int, type: String, message: String)
  }

  /// Where a session begins.
  static let loginPath = "/session"
  let configuration: FrontConfiguration
  let sessions: Sessions
  private let parts: [String: FrontConfiguration.PagePart]
  private var isSocket: Bool { if case .unix = configuration.address { true } else { false } }

  init(_ configuration: FrontConfiguration, _ sessions: Sessions) {
    (self.configuration, self.sessions) = (configuration, sessions)
    parts = Dictionary(configuration.page.map { ($0.path, $0) }) { first, _ in first }
  }

  func verdict(on request: HTTPRequest) -> Verdict {
    let authority = (request.authority ?? "").lowercased()
    guard isSocket || isHere(authority) else {
      let names = (Self.local + configuration.hosts).joined(separator: ", ")
      return .refused(
        status: 421, type: "wrong_host", message: "this server answers for \(names) only")
    }
    let origin = request.headerFields[.origin]
    if let origin, !isAllowed(origin, authority) {
      return .refused(
        status: 403, type: "wrong_origin", message: "pages from this origin are not allowed: --allow-origin allows one")
    }
    if request.method == .options, request.headerFields[.accessControlRequestMethod] != nil { return .preflight }
    let path = String((request.path ?? "/").prefix { $0 != "?" })
    if request.method == .get || request.method == .head, let part = parts[path] { return .page(part) }
    if request.method == .post, path == Self.loginPath { return .login }
    guard let bearer = bearer(request) else { return Self.needsToken }
    if Secret.isSame(bearer, as: configuration.token) { return .pass(isFromPage: false) }
    guard let session = sessions.session(bearer) else { return Self.needsToken }
    // No other page and no program knows the session; an origin, if a browser names one, is one reason more.
    return .pass(isFromPage: session.isOfCode && origin.map { isOwn($0, authority) } ?? true)
  }

  private static let needsToken = Verdict.refused(
    status: 401, type: "invalid_api_key",
    message: "this needs the token that 'rag serve --token' prints: Authorization: Bearer TOKEN")

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
    isOwn(origin, authority) || configuration.origins.contains { $0.lowercased() == origin.lowercased() }
  }

  private func isOwn(_ origin: String, _ authority: String) -> Bool {
    let origin = origin.lowercased()
    // Before a name that the user gave may be a proxy, which speaks TLS.
    return origin == "http://\(authority)" || configuration.hosts.contains { origin == "https://\($0.lowercased())" }
  }

  private func bearer(_ request: HTTPRequest) -> String? {
    guard let field = request.headerFields[.authorization] else { return nil }
    let words = field.split(separator: " ", maxSplits: 1)
    return words.count == 2 && words[0].lowercased() == "bearer" ? words[1].trimmingCharacters(in: .whitespaces) : nil
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
}
