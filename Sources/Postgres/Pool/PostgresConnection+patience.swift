extension PostgresConnection {
  /// Connects. A server that starts, recovers or is full is asked again until the deadline.
  ///
  /// - Parameter isPassing: Whether a server is asked again after an error.
  package nonisolated(nonsending) static func connect(
    to address: PostgresAddress, until deadline: ContinuousClock.Instant, timeout: Duration = .seconds(10),
    statementTimeout: Duration? = nil, isPassing: (PostgresError) async -> Bool = { $0.mayPass }
  ) async throws -> PostgresConnection {
    let begin = ContinuousClock.now
    var attempt = 0
    while true {
      do {
        return try await connect(to: address, timeout: timeout, statementTimeout: statementTimeout)
      } catch let error as PostgresError {
        guard await isPassing(error), deadline > .now + .milliseconds(20) else { throw error }
        if .now - begin > ConnectionWaiting.silence { ConnectionWaiting.shared.note(error) }
        attempt += 1
        try await pause(attempt, until: deadline)
      }
    }
  }

  /// Waits a random part of a time that doubles, up to a second, so that those who failed together do not try together
  /// again.
  static func pause(_ attempt: Int, until deadline: ContinuousClock.Instant?) async throws {
    let most = min(25 << min(attempt, 6), 1000)  // milliseconds
    let end = ContinuousClock.now + .milliseconds(Int.random(in: most / 2...most))
    try await Task.sleep(until: min(end, deadline ?? end), clock: .continuous)
  }
}
