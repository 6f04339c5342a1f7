import CPostgres

extension PostgresConnection {
  /// What was sent, in order: the server answers each.
  private enum Unit {
    case prepare(PostgresStatement.Key, index: Int)
    case execute(PostgresStatement.Key, index: Int)
    case sync
  }

  /// How many prepared statements a session keeps.
  private static let mostPrepared = 500

  /// Sends statements, and before them the BEGIN that waits for them.
  func runBeginning(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    guard let begin = delayedBegin else { return try await run(statements) }
    delayedBegin = nil
    do {
      return Array(try await run([begin] + statements).dropFirst())
    } catch var error as PostgresError {
      error.statement = error.statement.map { max(0, $0 - 1) }
      throw error
    }
  }

  /// Sends statements with one synchronization point, and collects the last result of each. Runs in an operation.
  func run(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    try await forgetStatements()
    var sent: [Unit] = []
    var (next, answered, isSynced) = (0, 0, false)
    var results: [PostgresResult] = []
    var failure: PostgresError?
    while !isSynced || answered < sent.count {
      // As long as the socket takes all, the next statement is added: libpq's buffer holds one that does not fit.
      var isFlushed = try flush()
      while isFlushed && !isSynced {
        if next < statements.count, failure == nil {
          sent += try send(statements[next], index: next)
          next += 1
        } else {
          try sync()
          sent.append(.sync)
          isSynced = true
        }
        isFlushed = try flush()
      }
      guard answered < sent.count, pq_is_busy(try open()) == 0 else {
        try await waitForServer(isSent: isFlushed)
        continue
      }
      guard let result = pq_get_result(try open()).map(PostgresResult.init) else {
        // The end of what one unit brought; of a synchronization point, only that of an error before it.
        if case .sync = sent[answered] {} else { answered += 1 }
        continue
      }
      switch (sent[answered], result.status) {
      case (.sync, PQ_PIPELINE_SYNC): answered += 1
      case (.execute, PQ_TUPLES_OK), (.execute, PQ_COMMAND_OK), (.execute, PQ_EMPTY_QUERY): results.append(result)
      case (.prepare, PQ_COMMAND_OK): break
      case (.prepare(let key, _), PQ_PIPELINE_ABORTED): names[key] = nil
      case (.execute, PQ_PIPELINE_ABORTED): break
      case (let unit, _): failure = try failure ?? self.failure(of: result, at: unit)
      }
    }
    if let failure { throw failure }
    guard results.count == statements.count else { throw lost("the server answered out of order") }
    return results
  }

  private func failure(of result: PostgresResult, at unit: Unit) throws -> PostgresError {
    guard var error = try failure(of: result) else { throw lost("unexpected answer \(result.status)") }
    switch unit {
    case .sync: break
    case .prepare(let key, let index):
      names[key] = nil
      error.statement = index
    case .execute(let key, let index):
      // The plan cache says so where a table has changed (plancache.c).
      if error.sqlState == "0A000", result.field(PQ_FIELD_ROUTINE) == "RevalidateCachedQuery" {
        error = PostgresError(.stalePlan, error.message, sqlState: error.sqlState)
      }
      if error.kind == .stalePlan { names[key] = nil }
      error.statement = index
    }
    return error
  }

  /// Sends a statement, and before it, once, its preparation.
  private func send(_ statement: PostgresStatement, index: Int) throws -> [Unit] {
    let connection = try open()
    let key = statement.key
    var units: [Unit] = []
    if names[key] == nil {
      lastName += 1
      let name = "rag_\(lastName)"
      guard pq_send_prepare(connection, name, key.text, Int32(key.types.count), key.types) == 1 else { throw lost() }
      names[key] = name
      units.append(.prepare(key, index: index))
    }
    let name = names[key] ?? ""
    let isSent = statement.withParameters { values, lengths, formats in
      pq_send_prepared(connection, name, Int32(statement.values.count), values, lengths, formats)
    }
    guard isSent == 1 else { throw lost() }
    return units + [.execute(key, index: index)]
  }

  /// Sends a synchronization point.
  private func sync() throws {
    guard pq_pipeline_sync(try open()) == 1 else { throw lost() }
    syncCount += 1
  }

  /// Lets the server forget all statements where there are too many.
  private func forgetStatements() async throws {
    guard names.count >= Self.mostPrepared, depth == 0 else { return }
    guard pq_send_query(try open(), "DEALLOCATE ALL") == 1 else { throw lost() }
    names = [:]
    try sync()
    try await finishPipeline()
  }

  /// Reads up to the synchronization point, and throws the first error before it.
  private func finishPipeline() async throws {
    var failure: PostgresError?
    while true {
      guard let result = try await nextResult() else { continue }
      if result.status == PQ_PIPELINE_SYNC { break }
      if let error = try self.failure(of: result) { failure = failure ?? error }
    }
    if let failure { throw failure }
  }
}
