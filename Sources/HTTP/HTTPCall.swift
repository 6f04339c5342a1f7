/// What a request sends, and how long it waits.
package struct HTTPCall: Sendable {
  package var url: String
  /// The body of a POST; `nil` makes it a GET.
  package var body: String?
  package var headers: [String]
  package var connectTimeout: Duration
  /// How long the server may be silent.
  package var stallTimeout: Duration
  package var ignoresProxies: Bool

  package init(
    url: String, body: String? = nil, headers: [String], connectTimeout: Duration, stallTimeout: Duration,
    ignoresProxies: Bool
  ) {
    (self.url, self.body, self.headers) = (url, body, headers)
    (self.connectTimeout, self.stallTimeout, self.ignoresProxies) = (connectTimeout, stallTimeout, ignoresProxies)
  }

  /// Whether a host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
  package static func isLoopback(_ host: String) -> Bool {
    if host.lowercased() == "localhost" || host == "::1" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } && UInt8($0) != nil }
  }
}
