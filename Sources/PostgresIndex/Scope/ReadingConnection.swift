import Postgres

/// A connection that reads. What its store's scope leaves out is in no table that its statements name, so that a
/// statement need not know of the scope, nor can forget it.
struct ReadingConnection: Sendable {
  private let connection: PostgresConnection
  /// What the transaction sees; `nil` for everything.
  let scope: ScopedTables?

  /// Reads everything, unless there is a scope.
  init(_ connection: PostgresConnection, in scope: ScopedTables? = nil) {
    (self.connection, self.scope) = (connection, scope)
  }

  func query(_ statement: PostgresStatement) async throws -> PostgresResult {
    try await connection.query(try scope?.restricting(statement) ?? statement)
  }

  func pipeline(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    try await connection.pipeline(try statements.map { try scope?.restricting($0) ?? $0 })
  }
}
