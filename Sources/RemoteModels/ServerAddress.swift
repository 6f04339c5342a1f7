import Foundation
import HTTP

/// The address of a server with an OpenAI-compatible API, and optionally the model to use there:
/// `http://127.0.0.1:11434/v1#qwen3.5:4b`.
///
///     let address = try ServerAddress("http://localhost:8080/v1")
///
/// What follows the first `#` is the model's name. Without a path, `/v1` is used. A server on another machine is
/// refused unless that is allowed: it would be sent passages of the user's notes.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// Where the API begins, without a slash at the end: `http://127.0.0.1:11434/v1`.
  public let base: String
  /// The name or number of the host.
  public let host: String
  /// The name of the model; `nil` for the only one that the server has.
  public var model: String?

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - allowsRemote: Whether the server may be on another machine.
  /// - Throws: `ServerError.invalidAddress`, or `remoteAddress` if it is on another machine.
  public init(_ text: String, allowsRemote: Bool = false) throws {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    func invalid(_ reason: String) -> ServerError { .invalidAddress(ServerText.line(text), reason: reason) }
    guard let url = URLComponents(string: String(parts[0])), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let named = url.host, !named.isEmpty
    else { throw invalid("it is not like http://127.0.0.1:8080/v1") }
    guard url.user == nil, url.password == nil else { throw invalid("it contains a user name") }
    guard url.query == nil else { throw invalid("it contains a question mark") }
    host = named.hasPrefix("[") ? String(named.dropFirst().dropLast()) : named
    var path = url.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    let authority = (host.contains(":") ? "[\(host)]" : host) + (url.port.map { ":\($0)" } ?? "")
    base = "\(scheme)://\(authority)\(path.isEmpty ? "/v1" : path)"
    let name = parts.count > 1 ? parts[1].removingPercentEncoding ?? String(parts[1]) : ""
    model = name.isEmpty ? nil : name
    guard allowsRemote || isLoopback else { throw ServerError.remoteAddress(host: ServerText.line(host)) }
  }

  /// Whether a text is meant as the address of a server rather than as a name or a path.
  public static func isAddress(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Whether the server is on this machine: `localhost`, `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool { HTTPCall.isLoopback(host) }

  /// Where the server's own endpoints begin, outside the API: `http://127.0.0.1:11434`.
  var root: String { base.hasSuffix("/v1") ? String(base.dropLast(3)) : base }

  /// The address with its model.
  public var description: String { base + (model.map { "#" + $0 } ?? "") }
}
