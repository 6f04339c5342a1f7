/// What a client asks for, without the body.
public struct RequestHead: Codable, Sendable, Hashable {
  /// `GET`, `POST`, …
  public var method: String
  /// The path and what follows `?`, as sent.
  public var target: String
  /// The header fields, by their names in lower case. Of several fields of a name, the values are joined by commas.
  public var headers: [String: String]
  /// Whether it comes from the server's own page, which was opened with a one-time code.
  public var isFromPage: Bool

  /// Creates a head.
  public init(method: String, target: String, headers: [String: String] = [:], isFromPage: Bool = false) {
    (self.method, self.target, self.headers, self.isFromPage) = (method, target, headers, isFromPage)
  }
}
