import CPostgres

extension PostgresConnection {
  /// Runs statements of a transaction: it is committed when `body` returns, and undone when `body` throws or the task
  /// is cancelled before. Inside another transaction of this connection it is a savepoint.
  ///
  /// - Throws: What `body` throws. `PostgresError` (`commitUnknown`) if the connection ends before the server confirms:
  ///   whoever runs the transaction again must first find out whether it was done.
  @discardableResult
  public nonisolated(nonsending) func transaction<Result>(
    _ isolation: PostgresIsolation = .readCommitted, isReadOnly: Bool = false,
    _ body: (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let level = try await beginTransaction(isolation, isReadOnly)
    let result: Result
    do {
      result = try await body(self)
      try Task.checkCancellation()
    } catch {
      await undo(level)
      throw error
    }
    try await commit(level)
    return result
  }

  /// Begins a transaction and returns its level, from 1. A read-only one begins with its first statements, in the same
  /// round trip.
  private func beginTransaction(_ isolation: PostgresIsolation, _ isReadOnly: Bool) async throws -> Int {
    let level = depth + 1
    let begin = "BEGIN ISOLATION LEVEL \(isolation.rawValue)\(isReadOnly ? " READ ONLY" : "")"
    if isReadOnly, level == 1 {
      return try await operate {
        self.delayedBegin = PostgresStatement(begin, values: [])
        self.depth = level
        return level
      }
    }
    // If the task is cancelled, the answer is still awaited: it says whether there is a transaction to undo.
    _ = try await operate(cancelling: .nothing) {
      let results = try await self.runBeginning([
        PostgresStatement(level == 1 ? begin : "SAVEPOINT rag_\(level)", values: [])
      ])
      self.depth = level
      return results
    }
    return level
  }

  private func undo(_ level: Int) async {
    guard depth >= level else { return }
    depth = level - 1
    guard handle != nil, !takeDelayedBegin() else { return }
    let statements: [PostgresStatement] =
      level == 1 ? ["ROLLBACK"] : [.init("ROLLBACK TO rag_\(level)"), .init("RELEASE rag_\(level)")]
    do {
      _ = try await operate(cancelling: .nothing) { try await self.run(statements) }
    } catch {
      // A session with half a transaction must not be used again.
      handle = nil
    }
  }

  private func commit(_ level: Int) async throws {
    guard depth == level else { throw PostgresError(.misuse, "another transaction is open inside this one") }
    depth = level - 1
    guard !takeDelayedBegin() else { return }
    let statement = PostgresStatement(level == 1 ? "COMMIT" : "RELEASE rag_\(level)")
    do {
      let results = try await operate(cancelling: .nothing) { try await self.run([statement]) }
      // The server answers so where a statement had failed, and `body` went on.
      guard level > 1 || results.first?.tag == "COMMIT" else {
        throw PostgresError(.misuse, "the transaction was undone: a statement in it had failed")
      }
    } catch let error as PostgresError {
      guard level == 1, error.kind == .connectionLost, !error.isBeforeSending else { throw error }
      throw PostgresError(
        .commitUnknown, "\(error.message); it is unknown whether the transaction was committed",
        sqlState: error.sqlState)
    }
  }

  /// Sends the BEGIN that waits for the first statement, if there is one. Runs in an operation.
  func beginDelayed() async throws {
    guard let begin = delayedBegin else { return }
    delayedBegin = nil
    _ = try await run([begin])
  }

  /// Whether a transaction ends that has not begun on the server: nothing was asked in it.
  private func takeDelayedBegin() -> Bool {
    defer { delayedBegin = nil }
    return delayedBegin != nil
  }
}
