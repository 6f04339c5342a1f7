import Postgres
import TestSupport
import Testing

struct PostgresTransactionTests {
  private struct Stop: Error {}

  private func table() async throws -> (Database, PostgresConnection) {
    let database = try await Database()
    let connection = try await database.connect()
    try await connection.query("CREATE TABLE t (n int8 UNIQUE DEFERRABLE INITIALLY DEFERRED)")
    return (database, connection)
  }

  private func count(_ database: Database) async throws -> String {
    try await database.server.sql("SELECT count(*) FROM t", in: database.name)
  }

  @Test func commits() async throws {
    let (database, connection) = try await table()
    let inserted = try await connection.transaction { connection in
      try await connection.query("INSERT INTO t VALUES (1), (2)").affected
    }
    #expect(inserted == 2)
    #expect(try await count(database) == "2")
  }

  @Test func undoesWhatThrew() async throws {
    let (database, connection) = try await table()
    await #expect(throws: Stop.self) {
      try await connection.transaction { connection in
        try await connection.query("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    await #expect(throws: PostgresError.self) {
      try await connection.transaction { connection in
        try await connection.query("INSERT INTO t VALUES (1)")
        try await connection.query("SELECT 1 / 0")
      }
    }
    #expect(try await count(database) == "0")
    #expect(try await connection.query("SELECT 1::int8")[0].read(0) == 1)
  }

  @Test func undoesOnlyTheInnerTransaction() async throws {
    let (database, connection) = try await table()
    try await connection.transaction { connection in
      try await connection.query("INSERT INTO t VALUES (1)")
      await #expect(throws: PostgresError.self) {
        try await connection.transaction { connection in
          try await connection.query("INSERT INTO t VALUES (2)")
          try await connection.query("SELECT 1 / 0")
        }
      }
      try await connection.transaction { try await $0.query("INSERT INTO t VALUES (3)") }
    }
    #expect(try await database.server.sql("SELECT string_agg(n::text, ',') FROM t", in: database.name) == "1,3")
  }

  @Test func saysThatASwallowedErrorUndidIt() async throws {
    let (database, connection) = try await table()
    await #expect {
      try await connection.transaction { connection in
        try await connection.query("INSERT INTO t VALUES (1)")
        _ = try? await connection.query("SELECT 1 / 0")
      }
    } throws: { ($0 as? PostgresError)?.kind == .misuse }
    #expect(try await count(database) == "0")
  }

  @Test func reportsAConstraintAtCommit() async throws {
    let (database, connection) = try await table()
    await #expect { try await connection.transaction { try await $0.query("INSERT INTO t VALUES (1), (1)") } } throws: {
      ($0 as? PostgresError)?.kind == .constraint
    }
    #expect(try await count(database) == "0")
    #expect(try await connection.transaction { try await $0.query("INSERT INTO t VALUES (1)").affected } == 1)
  }

  @Test(.timeLimit(.minutes(1))) func undoesWhatWasCancelled() async throws {
    let (database, connection) = try await table()
    let task = Task {
      try await connection.transaction { connection in
        try await connection.query("INSERT INTO t VALUES (1)")
        try await connection.query("SELECT pg_sleep(600)")
      }
    }
    try await PostgresConnectionTests.wait(for: "pg_sleep(600)", on: database)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await count(database) == "0")
    #expect(
      try await database.server.sql(
        "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%' AND datname = current_database()",
        in: database.name) == "0")
  }

  @Test func isReadOnlyWhereAsked() async throws {
    let (_, connection) = try await table()
    await #expect {
      try await connection.transaction(.serializable, isReadOnly: true) {
        try await $0.query("INSERT INTO t VALUES (1)")
      }
    } throws: { ($0 as? PostgresError)?.sqlState == "25006" }
  }

  // MARK: The pool

  /// Each of two transactions reads what the other writes: one has to run again.
  @Test(.timeLimit(.minutes(1))) func runsAgainAfterAConflict() async throws {
    let database = try await Database()
    let pool = PostgresPool(database.address, size: 8)
    try await pool.query("CREATE TABLE counter (n int8)")
    try await pool.query("INSERT INTO counter VALUES (0)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await pool.transaction(.serializable) { connection in
            let number = try await connection.query("SELECT n FROM counter")[0].read(0, as: Int.self)
            try await connection.query("UPDATE counter SET n = $1", .int(number + 1))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await pool.query("SELECT n FROM counter")[0].read(0) == 4)
    await pool.close()
  }
}
