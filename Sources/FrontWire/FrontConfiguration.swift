/// How the listening process listens, and whom it lets in.
public struct FrontConfiguration: Codable, Sendable, Hashable {
  /// Where clients connect.
  public enum Address: Codable, Sendable, Hashable {
    /// An address of this machine, such as `127.0.0.1`. With port 0, the system chooses one.
    case tcp(host: String, port: Int)
    /// A Unix socket, which only its owner can open.
    case unix(path: String)
  }

  /// A part of the page for browsers.
  public struct PagePart: Codable, Sendable, Hashable {
    /// The path: `/`, `/page/page.js`, …
    public var path: String
    /// What `Content-Type` says of it.
    public var type: String
    /// The part itself.
    public var text: String

    /// Creates a part.
    public init(path: String, type: String, text: String) { (self.path, self.type, self.text) = (path, type, text) }
  }

  /// Where clients connect.
  public var address: Address
  /// Whether other machines may connect.
  public var isOpenToOthers: Bool {
    guard case .tcp(let host, _) = address else { return false }
    return !(host.hasPrefix("127.") || host == "localhost" || host == "::1")
  }

  /// What a client must know.
  public var token: String
  /// Names in a `Host` header, besides those of this machine.
  public var hosts: [String]
  /// Web pages of these origins may send requests, besides the server's own.
  public var origins: [String]
  /// The page for browsers. It has no text of notes, so that it needs no token.
  public var page: [PagePart]
  /// The longest body of a request, in bytes.
  public var longestBody: Int
  /// The most connections at a time.
  public var connections: Int
  /// The seconds that a client has to send the head of a request, and as many for its body.
  public var patience: Double

  /// Creates a configuration.
  public init(
    address: Address, token: String, hosts: [String] = [], origins: [String] = [], page: [PagePart],
    longestBody: Int = 4 << 20, connections: Int = 256, patience: Double = 20
  ) {
    (self.address, self.token, self.hosts, self.origins) = (address, token, hosts, origins)
    (self.page, self.longestBody, self.connections) = (page, longestBody, connections)
    self.patience = patience
  }
}
