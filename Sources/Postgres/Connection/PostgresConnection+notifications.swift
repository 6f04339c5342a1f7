import CPostgres

extension PostgresConnection {
  /// Makes the server send what is notified on a channel from now on, to this connection alone.
  public func listen(to channel: String) async throws {
    isListening = true
    let name = "\"" + channel.replacing("\"", with: "\"\"") + "\""
    try await query(PostgresStatement("LISTEN " + name))
  }

  /// Waits for the next notification. A connection that waits does nothing else, so it should be one of its own.
  ///
  /// What was notified before `listen`, or while a connection was broken, is lost: look at the tables after either.
  ///
  /// - Returns: `nil` if none comes within `timeout`.
  public func nextNotification(within timeout: Duration? = nil) async throws -> PostgresNotification? {
    try await operate(cancelling: .wait) {
      let end = timeout.map { ContinuousClock.now + $0 }
      while true {
        try Task.checkCancellation()
        if !self.notifications.isEmpty { return self.notifications.removeFirst() }
        if let end, end <= .now { return nil }
        await SocketPoller.shared.wait(self.token, on: pq_socket(try self.open()), for: .reading, until: end)
        try self.checkStanding()
      }
    }
  }
}
