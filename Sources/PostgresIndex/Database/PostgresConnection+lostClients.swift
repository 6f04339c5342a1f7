import Postgres

extension PostgresConnection {
  /// Connects so that the server notices within about a minute that this machine has vanished, and frees what the
  /// session has locked; by default it takes hours (`tcp_keepalives_idle`). On a Unix socket it notices at once.
  ///
  /// - Parameter patience: How long a server that starts, recovers or is full is waited for.
  static func connect(
    to address: PostgresAddress, noticingLostClients: Bool, waitingFor patience: Duration = .zero
  ) async throws -> PostgresConnection {
    let connection = try await connect(to: address, until: .now + patience)
    guard noticingLostClients else { return connection }
    _ = try await connection.pipeline([
      "SET tcp_keepalives_idle = 30", "SET tcp_keepalives_interval = 10", "SET tcp_keepalives_count = 3",
    ])
    return connection
  }
}
