import Synchronization

/// Tells whoever uses this process what it waits for while it has no connection: a server that is full, starts or
/// recovers, or a pool whose connections are all in use.
package final class ConnectionWaiting: Sendable {
  package static let shared = ConnectionWaiting()

  /// How long something waits before it says so.
  static let silence = Duration.seconds(1)
  /// How often the same is said, however many wait.
  private static let pause = Duration.seconds(10)

  private struct State {
    var tell: (@Sendable (PostgresError) -> Void)?
    /// When each kind of wait was last told of.
    var last: [PostgresError.Kind: ContinuousClock.Instant] = [:]
  }

  private let state = Mutex(State())

  /// Sets who is told: one line, now and then. The wait may still end well.
  package func tell(_ tell: (@Sendable (PostgresError) -> Void)?) {
    state.withLock { $0 = State(tell: tell) }
  }

  /// Says it, unless it was said lately.
  func note(_ error: PostgresError) {
    let tell: (@Sendable (PostgresError) -> Void)? = state.withLock { state in
      if let last = state.last[error.kind], .now - last < Self.pause { return nil }
      state.last[error.kind] = .now
      return state.tell
    }
    tell?(error)
  }
}
