import Foundation

/// Where a database is, and as whom it is opened: `postgres://user@host:port/database?option=value`.
///
/// Options are libpq's ("Parameter Key Words"), such as `target_session_attrs=read-write`, `sslrootcert=…` and
/// `service=…`. There may be several hosts, `host1:5432,host2:5433`, which are tried in order; `%2Frun%2Fpostgresql` or
/// `?host=/run/postgresql` is a folder with a Unix socket. What is missing comes from the environment (`PGHOST`,
/// `PGUSER`, …), and the password best from `PGPASSWORD`, `~/.pgpass` or a service file: libpq reads these.
///
/// **A host other than this machine must prove who it is**: the default is `sslmode=verify-full`, unless the address,
/// `PGSSLMODE` or a service says otherwise. Hosts of this machine are Unix sockets, `localhost`, `127.0.0.0/8` and
/// `::1`; if `hostaddr` or `PGHOSTADDR` names an address, that decides as well.
///
/// No password is ever printed: `description` and mirrors leave it out.
public struct PostgresAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// A place to connect to.
  public struct Host: Sendable, Hashable {
    /// A name, an IP address, or the folder of a Unix socket; empty for libpq's default.
    public var name: String
    /// `nil` for libpq's default, 5432.
    public var port: UInt16?

    /// Names a place.
    public init(name: String, port: UInt16? = nil) { (self.name, self.port) = (name, port) }
  }

  /// The places to try, in order; none leaves the choice to the environment.
  public var hosts: [Host]
  /// The role; `nil` for `PGUSER`, or the user's name.
  public var user: String?
  /// `nil` for `PGDATABASE`, or the role's name.
  public var database: String?
  /// libpq's options by name; neither the hosts nor the password are among them.
  public var options: [String: String]
  package var password: String?

  /// Describes a database without parsing.
  public init(
    hosts: [Host], user: String? = nil, password: String? = nil, database: String? = nil,
    options: [String: String] = [:]
  ) {
    (self.hosts, self.user, self.password, self.database) = (hosts, user, password, database)
    self.options = options
  }

  /// Whether a text is meant as the address of a database.
  public static func isAddress(_ text: String) -> Bool {
    ["postgres:/", "postgresql:/"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Reads an address.
  ///
  /// - Throws: `PostgresError`, whose message does not repeat the address, since that may have a password.
  public init(_ text: String) throws {
    guard Self.isAddress(text), let scheme = text.range(of: "://") else {
      throw Self.bad("it does not begin with postgres://")
    }
    var rest = text[scheme.upperBound...]
    var query = Substring()
    if let mark = rest.firstIndex(of: "?") { (rest, query) = (rest[..<mark], rest[rest.index(after: mark)...]) }
    var path = Substring()
    if let slash = rest.firstIndex(of: "/") { (rest, path) = (rest[..<slash], rest[rest.index(after: slash)...]) }
    (hosts, user, database, options) = ([], nil, nil, [:])
    if let at = rest.lastIndex(of: "@") {
      let login = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      user = try Self.decoded(login[0], "the user").nonEmpty
      if login.count == 2 { password = try Self.decoded(login[1], "the password") }
      rest = rest[rest.index(after: at)...]
    }
    if !rest.isEmpty { hosts = try rest.split(separator: ",", omittingEmptySubsequences: false).map(Self.host) }
    database = try Self.decoded(path, "the database").nonEmpty
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(parts[0], "an option")
      guard parts.count == 2 else { throw Self.bad("an option has no value") }
      try take(name, Self.decoded(parts[1], "the option \(name)"))
    }
  }

  private mutating func take(_ name: String, _ value: String) throws {
    switch name {
    case "password": password = value
    case "user": user = value
    case "dbname": database = value
    case "host":
      let ports = hosts.map(\.port)
      hosts = value.split(separator: ",", omittingEmptySubsequences: false).enumerated().map { index, name in
        Host(name: String(name), port: index < ports.count ? ports[index] : ports.last ?? nil)
      }
    case "port":
      let ports = try value.split(separator: ",").map(Self.port)
      if hosts.isEmpty { hosts = [Host(name: "")] }
      guard ports.count == 1 || ports.count == hosts.count else { throw Self.bad("there are more ports than hosts") }
      for index in hosts.indices { hosts[index].port = ports[ports.count == 1 ? 0 : index] }
    default: options[name] = value
    }
  }

  private static func host(_ text: Substring) throws -> Host {
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { throw bad("a bracket is not closed") }
      let after = text[text.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else { throw bad("there is no port after the bracket") }
      return try Host(
        name: String(text[text.index(after: text.startIndex)..<end]),
        port: after.isEmpty ? nil : port(after.dropFirst()))
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw bad("an IPv6 address stands in brackets, as in [::1]:5432") }
    return try Host(name: decoded(parts[0], "the host"), port: parts.count == 2 ? port(parts[1]) : nil)
  }

  private static func port(_ text: Substring) throws -> UInt16 {
    guard let port = UInt16(text), port > 0 else { throw bad("a port is a number from 1 to 65535") }
    return port
  }

  private static func decoded(_ text: Substring, _ part: String) throws -> String {
    guard let decoded = String(text).removingPercentEncoding, !decoded.utf8.contains(0) else {
      throw bad("\(part) has an invalid % escape")
    }
    return decoded
  }

  private static func bad(_ reason: String) -> PostgresError {
    PostgresError(.badAddress, "not an address of a database: \(reason)", isBeforeSending: true)
  }

  /// The address without its password.
  public var description: String {
    var text = "postgres://"
    if let user { text += Self.encoded(user) + "@" }
    text += hosts.map(\.description).joined(separator: ",")
    if let database { text += "/" + Self.encoded(database) }
    if !options.isEmpty {
      text +=
        "?"
        + options.filter { !Self.secrets.contains($0.key) }.sorted { $0.key < $1.key }
        .map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: "&")
    }
    return text
  }

  /// Shows what `description` does.
  public var customMirror: Mirror { Mirror(self, children: ["address": description]) }

  /// Options that are secrets.
  private static let secrets: Set = ["sslpassword", "oauth_client_secret"]

  fileprivate static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? text
  }
}

extension PostgresAddress.Host: CustomStringConvertible {
  /// The place as in an address.
  public var description: String {
    let name = name.contains(":") ? "[\(name)]" : PostgresAddress.encoded(name)
    return port.map { "\(name):\($0)" } ?? name
  }

  /// Whether the connection stays on this machine.
  package var isLocal: Bool {
    if name.isEmpty || name.hasPrefix("/") || name.hasPrefix("@") { return true }
    if name.lowercased() == "localhost" || name == "::1" { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
