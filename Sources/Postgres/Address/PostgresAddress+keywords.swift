import CPostgres
import Foundation

extension PostgresAddress {
  /// What libpq is told, for one host.
  ///
  /// - Parameters:
  ///   - host: One of `hosts`; `nil` leaves the choice to the environment and the service.
  ///   - mustVerify: Whether the server has to prove who it is, unless the address or the environment says otherwise.
  ///   - sessions: The value of `target_session_attrs` instead of the address's own.
  package func keywords(for host: Host?, mustVerify: Bool, sessions: String? = nil) -> [String: String] {
    var keywords = Self.defaults.merging(options) { $1 }
    if let host, !host.name.isEmpty { keywords["host"] = host.name }
    if let port = host?.port { keywords["port"] = "\(port)" }
    keywords["user"] = user
    keywords["password"] = password
    keywords["dbname"] = database
    if let sessions { keywords["target_session_attrs"] = sessions }
    let environment = ProcessInfo.processInfo.environment
    if mustVerify, keywords["sslmode"] == nil, environment["PGSSLMODE"] == nil { keywords["sslmode"] = "verify-full" }
    if keywords["sslmode"]?.hasPrefix("verify-") == true, keywords["sslrootcert"] == nil,
      environment["PGSSLROOTCERT"] == nil
    {
      keywords["sslrootcert"] = Self.rootCertificates
    }
    // "system" is refused together with a weaker check than verify-full.
    if keywords["sslmode"] != "verify-full", keywords["sslrootcert"] == "system", options["sslrootcert"] == nil {
      keywords["sslrootcert"] = nil
    }
    return keywords
  }

  /// Whether the address itself, or the environment, says how far the server is trusted.
  package var choosesTrust: Bool {
    options["sslmode"] != nil || ProcessInfo.processInfo.environment["PGSSLMODE"] != nil
  }

  /// A peer that is gone is noticed within a minute: after 30 s of silence it is asked three times, 10 s apart, and
  /// sent data is acknowledged within 30 s.
  private static let defaults = [
    "client_encoding": "UTF8", "fallback_application_name": "rag", "keepalives_idle": "30",
    "keepalives_interval": "10", "keepalives_count": "3", "tcp_user_timeout": "30000",
  ]

  /// The certificates that servers are checked against: the user's own for PostgreSQL, or those that the system trusts.
  private static var rootCertificates: String? {
    let own = FileManager.default.homeDirectoryForCurrentUser.path + "/.postgresql/root.crt"
    if FileManager.default.fileExists(atPath: own) { return nil }
    if pq_library_version() >= 160000 { return "system" }
    // Debian's and Fedora's bundles, Homebrew's, and macOS's own.
    return [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
      "/opt/homebrew/etc/ca-certificates/cert.pem", "/etc/ssl/cert.pem",
    ].first { FileManager.default.fileExists(atPath: $0) }
  }
}
