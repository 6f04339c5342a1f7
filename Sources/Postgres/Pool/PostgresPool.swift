/// A limited number of connections to one database, each lent to one task at a time.
///
/// Broken connections are replaced. A connection that is lent out was found standing just before.
public actor PostgresPool {
  /// Where the database is; printed without its password.
  public nonisolated let address: PostgresAddress
  /// The most connections there are at a time.
  public nonisolated let size: Int
  /// How long a task waits for a connection.
  nonisolated let patience: Duration
  private let connectTimeout: Duration
  private let statementTimeout: Duration?

  private var idle: [PostgresConnection] = []
  /// Connections that are lent out, or being made.
  private var lent = 0
  private var waiting: [(id: Int, continuation: CheckedContinuation<PostgresConnection?, any Error>)] = []
  private var lastID = 0
  private var isClosed = false

  /// How many connections were made so far.
  package private(set) var connectionCount = 0
  /// How many tasks wait for a connection.
  package var waiterCount: Int { waiting.count }

  /// Describes a pool; the first connection is made when it is needed.
  ///
  /// - Parameters:
  ///   - size: The most connections at a time. PostgreSQL itself takes 100 of all clients by default.
  ///   - patience: How long a task waits for a connection, including for a server that is starting or full.
  public init(
    _ address: PostgresAddress, size: Int = 8, patience: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), statementTimeout: Duration? = nil
  ) {
    precondition(size > 0, "a pool has at least one connection")
    (self.address, self.size, self.patience) = (address, size, patience)
    (self.connectTimeout, self.statementTimeout) = (connectTimeout, statementTimeout)
  }

  /// Lends a connection. What `body` throws is passed on, and nothing is run again.
  @discardableResult
  public nonisolated(nonsending) func withConnection<Result>(
    _ body: (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    let connection = try await take()
    do {
      let result = try await body(connection)
      await giveBack(connection)
      return result
    } catch {
      await giveBack(connection)
      throw error
    }
  }

  /// Runs a statement on any connection. It is run again only if the connection was gone before it was sent, or after
  /// a conflict, which undid it: with another transaction, or on a standby with what the primary sends.
  @discardableResult
  public func query(_ statement: PostgresStatement) async throws -> PostgresResult {
    try await retrying({ $0.kind == .conflict || $0.kind == .connectionLost && $0.isBeforeSending }) {
      try await self.withConnection { try await $0.query(statement) }
    }
  }

  /// Runs statements on any connection, in one round trip and as one transaction. They are run again only if the
  /// connection was gone before they were sent, or after a conflict, which undid them.
  public func pipeline(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    try await retrying({ $0.kind == .conflict || $0.kind == .connectionLost && $0.isBeforeSending }) {
      try await self.withConnection { try await $0.pipeline(statements) }
    }
  }

  /// Runs a transaction on any connection, and runs `body` again where the server is known to have undone it: after a
  /// conflict with another transaction, or if the connection ended before COMMIT was sent. So `body` may run several
  /// times, and should change nothing but the database.
  ///
  /// An unknown outcome (`commitUnknown`) is thrown, never run again.
  @discardableResult
  public nonisolated(nonsending) func transaction<Result>(
    _ isolation: PostgresIsolation = .readCommitted, isReadOnly: Bool = false,
    _ body: (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    try await retrying({ $0.kind == .conflict || $0.kind == .connectionLost }) {
      try await self.withConnection { try await $0.transaction(isolation, isReadOnly: isReadOnly, body) }
    }
  }

  /// Closes the connections that are idle, and the others when they are given back. Tasks that wait get an error.
  public func close() async {
    isClosed = true
    for waiter in waiting { waiter.continuation.resume(throwing: Self.closed) }
    waiting = []
    for connection in idle { await connection.close() }
    idle = []
  }

  private static let closed = PostgresError(.misuse, "the pool is closed", isBeforeSending: true)

  /// How often something is run again, after pauses of up to 50 ms, 100 ms, 200 ms, ….
  private static let mostRetries = 5

  /// Runs `body` until it succeeds, fails with another error, or has failed too often.
  private nonisolated(nonsending) func retrying<Result>(
    _ isRepeatable: (PostgresError) -> Bool, _ body: () async throws -> Result
  ) async throws -> Result {
    var attempt = 0
    while true {
      do {
        return try await body()
      } catch let error as PostgresError where isRepeatable(error) && attempt < Self.mostRetries {
        attempt += 1
        try await PostgresConnection.pause(attempt, until: nil)
      }
    }
  }

  private func take() async throws -> PostgresConnection {
    let deadline = ContinuousClock.now + patience
    try Task.checkCancellation()
    guard !isClosed else { throw Self.closed }
    var found: PostgresConnection?
    if lent < size {
      lent += 1
      found = idle.popLast()
    } else {
      found = try await waitForOne(until: deadline)
    }
    // One of those that are lent is this task's now, also if it is cancelled: it has to be passed on.
    do {
      while let connection = found {
        if await connection.isStanding() { return connection }
        found = idle.popLast()
      }
      try Task.checkCancellation()
      guard !isClosed else { throw Self.closed }
      return try await connect(until: deadline)
    } catch {
      makeRoom()
      throw error
    }
  }

  /// Waits for a connection that is given back, or for room to make one (`nil`): either is lent to the waiter then.
  private func waitForOne(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection? {
    lastID += 1
    let id = lastID
    let timer = Task {
      while .now + ConnectionWaiting.silence < deadline {
        try await Task.sleep(for: ConnectionWaiting.silence)
        ConnectionWaiting.shared.note(
          PostgresError(.poolExhausted, "all \(size) connections to \(address) are in use", isBeforeSending: true))
      }
      try await Task.sleep(until: deadline, clock: .continuous)
      self.leave(
        id,
        PostgresError(
          .poolExhausted, "no connection to \(address) became free within \(patience): the pool has at most \(size)",
          isBeforeSending: true))
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting.append((id, $0)) }
    } onCancel: {
      Task { await self.leave(id, CancellationError()) }
    }
  }

  private func leave(_ id: Int, _ error: any Error) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: error)
  }

  /// Makes a connection. A server that starts, recovers or is full is asked again until the deadline; one that was
  /// there before, also if it does not answer.
  private func connect(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection {
    let connection = try await PostgresConnection.connect(
      to: address, until: deadline, timeout: connectTimeout, statementTimeout: statementTimeout,
      isPassing: { !isClosed && ($0.mayPass || ($0.kind == .unreachable && connectionCount > 0)) })
    connectionCount += 1
    return connection
  }

  private func giveBack(_ connection: PostgresConnection) async {
    let isUsable = await connection.isReusable()
    if isClosed || !isUsable {
      await connection.close()
      makeRoom()
    } else if waiting.isEmpty {
      lent -= 1
      idle.append(connection)
    } else {
      waiting.removeFirst().continuation.resume(returning: connection)
    }
  }

  /// Lets the first waiter make a connection in place of one that is gone.
  private func makeRoom() {
    if waiting.isEmpty {
      lent -= 1
    } else {
      waiting.removeFirst().continuation.resume(returning: nil)
    }
  }
}
