import CPostgres

/// A connection to PostgreSQL, through libpq in pipeline mode. No thread is blocked while it waits.
///
/// One task uses it at a time; where several do, each operation waits for those before it. Cancelling the task cancels
/// the statement on the server.
///
/// A connection that broke stays broken (`isOpen`): `PostgresPool` replaces it.
public actor PostgresConnection {
  /// The address that answered, as `host:port/database`.
  public nonisolated let address: String
  /// The server's version, such as 160014.
  public nonisolated let serverVersion: Int
  /// Whether the connection is encrypted.
  public nonisolated let isEncrypted: Bool
  /// How long a statement may run, as the server was told.
  nonisolated let statementTimeout: Duration?
  nonisolated let token = SocketPoller.shared.makeToken()

  /// `nil` once the connection is closed or broken.
  var handle: LibpqHandle?

  /// Whether an operation runs, and those that wait for it, the first first.
  var isTaken = false
  var waiting: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
  var lastID: UInt64 = 0
  /// The operation that runs.
  var running: UInt64?
  /// When the running operation is given up.
  var deadline: ContinuousClock.Instant?
  /// Set when the server was asked to cancel the running operation: when it is given up.
  var cancelDeadline: ContinuousClock.Instant?

  /// The names of prepared statements.
  var names: [PostgresStatement.Key: String] = [:]
  var lastName = 0
  /// How many transactions are open, one inside another.
  var depth = 0
  /// The BEGIN of a transaction in which nothing has been asked yet.
  var delayedBegin: PostgresStatement?
  /// Whether the session may have asked for notifications.
  var isListening = false
  /// What `LISTEN` brought and nobody has taken yet.
  var notifications: [PostgresNotification] = []

  /// How many synchronization points were sent: each is a round trip.
  package internal(set) var syncCount = 0

  init(_ handle: LibpqHandle, address: String, statementTimeout: Duration?) {
    self.handle = handle
    self.address = address
    self.statementTimeout = statementTimeout
    serverVersion = Int(pq_server_version(handle.pointer))
    isEncrypted = pq_uses_tls(handle.pointer)
  }

  deinit { SocketPoller.shared.forget(token) }

  /// Whether the connection was neither closed nor, as far as is known, lost.
  public var isOpen: Bool { handle != nil }

  /// Closes the connection. An operation that runs fails.
  public func close() {
    handle = nil
    SocketPoller.shared.wake(token)
  }

  /// Runs a statement, and returns all its rows.
  @discardableResult
  public func query(_ statement: PostgresStatement) async throws -> PostgresResult {
    try await pipeline([statement])[0]
  }

  /// Runs a statement with its parameters, and returns all its rows.
  @discardableResult
  public func query(_ text: String, _ values: PostgresValue...) async throws -> PostgresResult {
    try await query(PostgresStatement(text, values: values))
  }

  /// Runs statements in one round trip, and returns their results in order.
  ///
  /// Outside a transaction they are one by themselves: if one fails, none is done. The error says which.
  ///
  /// They are sent as fast as the server takes them, while results are read; no buffer can fill up on both sides.
  public func pipeline(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    guard !statements.isEmpty else { return [] }
    for statement in statements { try statement.check() }
    do {
      return try await operate { try await self.runBeginning(statements) }
    } catch let error as PostgresError where error.kind == .stalePlan && depth == 0 && isOpen {
      // A table was changed, or a pooler between gave us another session: nothing was done, and the statement has been
      // forgotten.
      return try await operate { try await self.run(statements) }
    }
  }

  /// Throws unless the database has an extension, such as pgvector's `vector`, in at least a version, such as `0.7.0`.
  public func requireExtension(_ name: String, atLeast version: String) async throws {
    let found = try await query(
      """
      SELECT (SELECT extversion FROM pg_extension WHERE extname = $1),
        (SELECT default_version FROM pg_available_extensions WHERE name = $1)
      """, .text(name))
    guard let row = found.first else { return }
    let (installed, available) = try (row.read(0, as: String?.self), row.read(1, as: String?.self))
    guard let installed else {
      let remedy =
        available == nil
        ? "the server does not have it: install its package there"
        : "an administrator can add it with CREATE EXTENSION \(name)"
      throw PostgresError(.missingExtension, "\(address) lacks the extension \(name): \(remedy)")
    }
    let numbers = { (text: String) in text.split(separator: ".").map { Int($0) ?? 0 } }
    guard !numbers(installed).lexicographicallyPrecedes(numbers(version)) else {
      throw PostgresError(
        .missingExtension, "\(address) has the extension \(name) \(installed), and \(version) is needed")
    }
  }
}
