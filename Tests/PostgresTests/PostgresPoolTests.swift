import Postgres
import TestSupport
import Testing

struct PostgresPoolTests {
  @Test func lendsNoMoreThanItHas() async throws {
    let pool = PostgresPool(try await Database().address, size: 3)
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 {
        group.addTask { try await pool.query("SELECT pg_backend_pid() FROM pg_sleep(0.002)")[0].read(0) }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(ids.count <= 3)
    #expect(await pool.connectionCount == ids.count)
    await pool.close()
  }

  @Test(.timeLimit(.minutes(1))) func givesUpWaiting() async throws {
    let pool = PostgresPool(try await Database().address, size: 1, patience: .milliseconds(100))
    try await pool.withConnection { _ in
      await #expect {
        try await pool.withConnection { _ in }
      } throws: {
        let error = $0 as? PostgresError
        return error?.kind == .poolExhausted && error?.message.hasSuffix("the pool has at most 1") == true
      }
    }
    #expect(try await pool.query("SELECT 1::int8")[0].read(0) == 1)
  }

  @Test(.timeLimit(.minutes(1))) func stopsWaitingWhenCancelled() async throws {
    let pool = PostgresPool(try await Database().address, size: 1)
    try await pool.withConnection { _ in
      let waiter = Task { try await pool.withConnection { _ in } }
      try await Task.sleep(for: .milliseconds(20))
      waiter.cancel()
      await #expect(throws: CancellationError.self) { try await waiter.value }
    }
    #expect(try await pool.query("SELECT 1::int8")[0].read(0) == 1)
  }

  /// When the first waiter is cancelled: before there is room for a new connection, after that, or at any moment.
  @Test(.timeLimit(.minutes(1)), arguments: 0..<3)
  func aCancelledWaiterKeepsNobodyWaiting(moment: Int) async throws {
    let pool = PostgresPool(try await Database().address, size: 1, patience: .seconds(20))
    for round in 0..<40 {
      func waiter(_ count: Int) async -> Task<Void, any Error> {
        let waiter = Task { try await pool.withConnection { _ in } }
        while await pool.waiterCount < count { await Task.yield() }
        return waiter
      }
      let (first, second) = try await pool.withConnection { connection in
        let (first, second) = (await waiter(1), await waiter(2))
        // It is not lent again: the first waiter has to make another one.
        await connection.close()
        if moment == 0 { first.cancel() }
        if moment == 2 {
          Task.detached {
            try await Task.sleep(for: .microseconds(round * 50))
            first.cancel()
          }
        }
        return (first, second)
      }
      if moment == 1 { first.cancel() }
      _ = await first.result
      try await second.value
    }
    await pool.close()
  }

  @Test func replacesConnectionsThatTheServerEnded() async throws {
    let database = try await Database()
    let pool = PostgresPool(database.address, size: 2)
    let first: Int = try await pool.query("SELECT pg_backend_pid()")[0].read(0)
    for _ in 0..<5 {
      try await database.server.sql(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, in: database.name)
      #expect(try await pool.query("SELECT pg_backend_pid()")[0].read(0) != first)
    }
    #expect(await pool.connectionCount == 6)
  }

  @Test func doesNotLendATransactionOfSomebodyElse() async throws {
    let pool = PostgresPool(try await Database().address, size: 1)
    try await pool.query("CREATE TABLE t (n int8)")
    try await pool.withConnection { connection in
      try await connection.query("BEGIN")
      try await connection.query("INSERT INTO t VALUES (1)")
    }
    #expect(try await pool.query("SELECT count(*) FROM t")[0].read(0) == 0)
    try await pool.withConnection { try await $0.listen(to: "x") }
    #expect(try await pool.query("SELECT count(*) FROM pg_listening_channels()")[0].read(0) == 0)
  }

  @Test(.timeLimit(.minutes(1))) func failsAfterItIsClosed() async throws {
    let pool = PostgresPool(try await Database().address, size: 1)
    try await pool.withConnection { _ in
      let waiter = Task { try await pool.withConnection { _ in } }
      try await Task.sleep(for: .milliseconds(20))
      await pool.close()
      await #expect(throws: PostgresError.self) { try await waiter.value }
    }
    await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
  }
}
