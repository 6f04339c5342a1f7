import CPostgres

extension PostgresConnection {
  /// How many rows are passed on at once.
  private static let rowsAtOnce = 256

  /// Runs a statement, and passes its rows on as they arrive: the server waits while nobody takes them.
  ///
  /// The connection does nothing else until `body` returns. Where `body` leaves rows, the statement is cancelled; in a
  /// transaction, which that would undo, the rest is read and dropped instead.
  @discardableResult
  public nonisolated(nonsending) func rows<Result>(
    _ statement: PostgresStatement, _ body: (PostgresRows) async throws -> Result
  ) async throws -> Result {
    let id = try await beginRows(statement)
    do {
      let result = try await body(PostgresRows(connection: self, id: id))
      try await endRows(id)
      return result
    } catch {
      try? await endRows(id)
      throw error
    }
  }

  private func beginRows(_ statement: PostgresStatement) async throws -> UInt64 {
    try statement.check()
    let id = try await begin()
    do {
      try await cancellable(id) {
        try await self.beginDelayed()
        try await self.prepare(statement)
        try self.execute(statement)
        // Rows one by one: libpq would otherwise collect the whole result.
        guard pq_single_row_mode(try self.open()) == 1 else { throw self.lost() }
        try self.sync()
      }
    } catch {
      return try end(.failure(error))
    }
    stream = RowStream(id: id)
    return id
  }

  /// Returns the rows that have arrived, at least one; none at the end.
  func nextRows(of id: UInt64) async throws -> [PostgresRow] {
    guard stream?.id == id else { throw PostgresError(.misuse, "these rows are no longer being read") }
    guard stream?.isAtEnd == false else { return [] }
    do {
      return try await cancellable(id) { try await self.arrivedRows() }
    } catch let error as PostgresError where cancelDeadline != nil {
      if error.kind == .connectionLost { stream?.isAtEnd = true }
      // The request has done its work, and meets no other statement.
      if error.kind == .statementCancelled { cancelDeadline = nil }
      throw CancellationError()
    }
  }

  private func arrivedRows() async throws -> [PostgresRow] {
    var rows: [PostgresRow] = []
    while rows.count < Self.rowsAtOnce {
      if !rows.isEmpty, pq_is_busy(try open()) != 0 { break }
      guard let result = try await nextResult() else { continue }
      switch result.status {
      case PQ_SINGLE_TUPLE: rows += result
      // The end of the rows, which has none itself.
      case PQ_TUPLES_OK, PQ_COMMAND_OK: break
      case PQ_PIPELINE_SYNC:
        stream?.isAtEnd = true
        return rows
      default:
        guard let error = try failure(of: result) else { throw lost("unexpected answer \(result.status)") }
        // What comes is the synchronization point alone.
        try await finishPipeline()
        stream?.isAtEnd = true
        throw error
      }
    }
    return rows
  }

  /// Leaves the connection as it was before.
  private func endRows(_ id: UInt64) async throws {
    guard stream?.id == id else { return }
    let isAtEnd = stream?.isAtEnd == true
    stream = nil
    guard !isAtEnd, let handle else { return try end(.success(())) }
    if depth == 0, cancelDeadline == nil { requestCancel(handle) }
    do {
      try await finishPipeline()
      // All rows had been sent before the server read the request, which may meet the next statement.
      if cancelDeadline != nil { self.handle = nil }
    } catch let error as PostgresError {
      if error.kind != .statementCancelled { self.handle = nil }
    }
    cancelDeadline = nil
    try end(.success(()))
  }
}
