/// The beginning of a response.
public struct ResponseHead: Codable, Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: [String: String]
  /// Whether the body is shown to the client as it comes. Otherwise it is sent with its length, once it is whole.
  public var isStream: Bool

  /// Creates a head.
  public init(status: Int, headers: [String: String], isStream: Bool) {
    (self.status, self.headers, self.isStream) = (status, headers, isStream)
  }
}
