import Postgres
import VectorStore

extension PostgresStore {
  /// Reads in one transaction, which sees nothing of what is written meanwhile.
  func read<Result: Sendable>(
    _ body: @Sendable (ReadingConnection) async throws -> Result
  ) async throws -> Result {
    try await reporting {
      try await pool.transaction(.repeatableRead, isReadOnly: true) { try await body(try await reading($0)) }
    }
  }

  /// Reads with statements that may see different moments, which need no transaction without a scope.
  func readAtOnce<Result: Sendable>(
    _ body: @Sendable (ReadingConnection) async throws -> Result
  ) async throws -> Result {
    guard scope == nil else { return try await read(body) }
    return try await reporting { try await pool.withConnection { try await body(ReadingConnection($0)) } }
  }

  /// Reads with one statement.
  func rows(_ sql: SQLText) async throws -> PostgresResult { try await results([sql.statement])[0] }

  /// Reads with statements in one round trip, as one transaction.
  func results(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    guard scope == nil else { return try await read { try await $0.pipeline(statements) } }
    return try await reporting { try await pool.pipeline(statements) }
  }

  /// Reads with one statement, which is not about notes, or asks whether there are any at all.
  func unscopedRows(_ sql: SQLText) async throws -> PostgresResult {
    try await reporting { try await pool.query(sql.statement) }
  }

  /// Returns what a transaction sees, which has just begun. The documents of the scope are looked up anew when the
  /// index has changed.
  private func reading(_ connection: PostgresConnection) async throws -> ReadingConnection {
    guard let scope else { return ReadingConnection(connection) }
    let revision: String = try await connection.query(Self.revision.statement).first?.read(0) ?? ""
    if let known = scoped[revision] { return ReadingConnection(connection, in: known) }
    let tables = try await ScopedTables(of: scope, in: connection)
    scoped[revision] = tables
    return ReadingConnection(connection, in: tables)
  }

  /// Returns what searches keep of the words that a transaction sees.
  func words(in connection: ReadingConnection) -> WordMemory { connection.scope?.words ?? words }
}
