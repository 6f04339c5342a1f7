import Foundation
import HTTP
import Synchronization

/// Sends requests to a hub, follows its redirects, and turns its failures into errors for the user.
struct HubClient: Sendable {
  /// The default of `huggingface_hub`.
  private static let connectTimeout = Duration.seconds(10)
  /// After so long without a byte, a connection counts as broken.
  private static let stallTimeout = Duration.seconds(30)
  /// Hugging Face redirects once or twice.
  private static let mostRedirects = 8
  /// Hugging Face counts requests in windows of five minutes: https://huggingface.co/docs/hub/rate-limits
  private static let longestWait = 300
  private static let mostWaits = 5
  /// A page of a list has some 300 kB.
  private static let mostBytes = 32 << 20
  private static let mostErrorBytes = 1 << 16

  let hub: Hub
  let repository: String
  /// Called with the host and the seconds that it asks to wait.
  let onWait: @Sendable (String, Int) -> Void

  /// The hub's host, for messages.
  var host: String { Self.host(of: hub.endpoint) }

  /// Returns what is at an address, and the address of the next page if there is one (RFC 8288).
  func page(at url: String) async throws -> (data: Data, next: String?) {
    let page = Mutex<(data: Data, link: String?)>((Data(), nil))
    try await get(url) { part in
      try page.withLock { page in
        page.link = part.fields["link"]
        page.data += part.bytes
        if page.data.count > Self.mostBytes {
          throw HubError.invalidReply(host: host, reason: "its list of files is too long")
        }
      }
    }
    return page.withLock { page in
      (page.data, page.link?.firstMatch(of: /<([^>]*)>\s*;\s*rel="?next"?/).map { String($0.1) })
    }
  }

  /// Passes on a file's bytes from an offset; the parts have the status 206, or 200 if they begin at the first byte.
  func file(_ path: String, from start: Int64, take: @escaping @Sendable (HTTPPart) throws -> Void) async throws {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    let escaped = path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
    let range = start > 0 ? ["Range: bytes=\(start)-"] : []
    try await get("\(hub.endpoint)/\(repository)/resolve/main/\(escaped)", headers: range, take)
  }

  /// What a response that is no success says.
  private struct Refusal {
    var head: HTTPPart?
    var body: [UInt8] = []
  }

  private func get(
    _ address: String, headers: [String] = [], _ take: @escaping @Sendable (HTTPPart) throws -> Void
  ) async throws {
    var (url, redirects, waits) = (address, 0, 0)
    while true {
      let refusal = Mutex(Refusal())
      do {
        try await HTTPExchange.send(call(url, headers)) { part in
          if (200..<300).contains(part.status) {
            try take(part)
            return true
          }
          return refusal.withLock {
            $0.head = part
            $0.body += part.bytes
            return $0.body.count < Self.mostErrorBytes
          }
        }
      } catch let failure as HTTPFailure {
        throw error(failure, at: url)
      }
      guard let head = refusal.withLock({ $0.head }) else { return }
      if (300..<400).contains(head.status), let location = head.fields["location"] {
        redirects += 1
        guard redirects <= Self.mostRedirects else { throw HubError.redirectLoop(host: Self.host(of: url)) }
        url = try target(location, from: url)
      } else if head.status == 429 || head.status == 503 && head.retryAfter > 0 {
        let seconds = Self.seconds(head)
        waits += 1
        guard seconds <= Self.longestWait, waits <= Self.mostWaits else {
          throw HubError.rateLimited(host: Self.host(of: url), seconds: seconds)
        }
        onWait(Self.host(of: url), seconds)
        try await Task.sleep(for: .seconds(seconds))
        // The address to which a hub redirects may be valid for a short time only.
        (url, redirects) = (address, 0)
      } else {
        throw error(head, refusal.withLock(\.body), at: url)
      }
    }
  }

  private func call(_ url: String, _ headers: [String]) -> HTTPCall {
    var headers = ["Accept: */*", "Accept-Encoding: identity"] + headers
    // Other hosts never see the token.
    if let token = hub.token, Self.origin(of: url) == Self.origin(of: hub.endpoint) {
      headers.append("Authorization: Bearer " + token)
    }
    return HTTPCall(
      url: url, headers: headers, connectTimeout: Self.connectTimeout, stallTimeout: Self.stallTimeout,
      ignoresProxies: HTTPCall.isLoopback(Self.host(of: url)))
  }

  /// Returns the address to which a response redirects. An encrypted connection is not given up.
  private func target(_ location: String, from url: String) throws -> String {
    guard let base = URL(string: url), let target = URL(string: location, relativeTo: base)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), target.host?.isEmpty == false, target.user == nil,
      scheme == "https" || scheme == "http" && base.scheme?.lowercased() == "http"
    else { throw HubError.unsafeRedirect(host: Self.host(of: url)) }
    return target.absoluteString
  }

  /// Returns how long a response asks to wait: `Retry-After`, or `t` of the fields that Hugging Face sends instead
  /// (draft-ietf-httpapi-ratelimit-headers).
  private static func seconds(_ head: HTTPPart) -> Int {
    if head.retryAfter > 0 { return head.retryAfter }
    return head.fields["ratelimit"]?.firstMatch(of: /;\s*t=(\d{1,9})/).flatMap { Int($0.1) } ?? 10
  }

  private static func host(of url: String) -> String { URL(string: url)?.host ?? url }

  /// Returns scheme, host and port.
  private static func origin(of url: String) -> [String] {
    guard let url = URL(string: url), let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return [url]
    }
    return [scheme, host, String(url.port ?? (scheme == "https" ? 443 : 80))]
  }

  // MARK: errors

  private func error(_ failure: HTTPFailure, at url: String) -> HubError {
    let host = Self.host(of: url)
    return switch failure {
    case .noLibrary: .noLibrary
    case .refused: .unreachable(host: host, reason: "nothing listens there")
    case .unreachable:
      .unreachable(host: host, reason: "it did not answer within \(Self.connectTimeout.components.seconds) seconds")
    case .stalled, .closed: .broken(host: host)
    case .other(let reason): .unreachable(host: host, reason: reason)
    }
  }

  /// The meaning of statuses and of the field `X-Error-Code` is that in `huggingface_hub`'s `hf_raise_for_status`.
  private func error(_ head: HTTPPart, _ body: [UInt8], at url: String) -> HubError {
    let host = Self.host(of: url)
    let message = Self.message(head, body)
    let hasToken = hub.token != nil
    guard Self.origin(of: url) == Self.origin(of: hub.endpoint) else {
      return .failed(host: host, status: head.status, message: message)
    }
    switch (head.status, head.fields["x-error-code"]) {
    case (_, "GatedRepo"?):
      return .gated(repository: repository, terms: "\(hub.endpoint)/\(repository)", hasToken: hasToken)
    case (401, _) where hasToken && message.contains("Invalid credentials"): return .invalidToken(host: host)
    // Whether a private repository exists is not said.
    case (_, "RepoNotFound"?), (401, _), (403, _), (404, nil):
      return .unknownRepository(repository, host: host, hasToken: hasToken)
    default: return .failed(host: host, status: head.status, message: message)
    }
  }

  private static func message(_ head: HTTPPart, _ body: [UInt8]) -> String {
    struct Reply: Decodable { var error: String }
    let reply = try? JSONDecoder().decode(Reply.self, from: Data(body)).error
    return String((head.fields["x-error-message"] ?? reply ?? "").prefix(200))
  }
}
