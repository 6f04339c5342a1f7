import Foundation
import TestSupport
import Testing

import Postgres

/// Statements, pipelines, large results and cancellation, against the real server.
struct PostgresConnectionTests {
  @Test func runsAHundredStatementsInOneRoundTrip() async throws {
    let connection = try await Database().connect()
    let before = await connection.syncCount
    let results = try await connection.pipeline((0..<100).map { PostgresStatement("SELECT $1 * 2", .int($0)) })
    #expect(try results.map { try $0[0].read(0) } == (0..<100).map { $0 * 2 })
    #expect(await connection.syncCount == before + 1)
    // One text, one preparation.
    #expect(try await connection.query("SELECT count(*) FROM pg_prepared_statements")[0].read(0) == 2)
  }

  /// Far more than the buffers of both sides hold, in both directions: one that only sends would wait forever.
  @Test(.timeLimit(.minutes(2))) func readsWhileItSends() async throws {
    let connection = try await Database().connect()
    let text = String(repeating: "x", count: 100_000)
    let results = try await connection.pipeline(
      (0..<300).map { PostgresStatement("SELECT $1, $2", .int($0), .text(text)) })
    #expect(results.count == 300)
    #expect(try results[299][0].read(0) == 299)
    #expect(try results[299][0].read(1) == text)
  }

  @Test(arguments: [0, 50, 99]) func undoesAPipelineWithAnError(position: Int) async throws {
    let connection = try await Database().connect()
    try await connection.query("CREATE TABLE t (n int8 PRIMARY KEY)")
    var statements = (0..<100).map { PostgresStatement("INSERT INTO t VALUES ($1)", .int($0)) }
    statements[position] = "SELECT 1 / 0"
    await #expect { try await connection.pipeline(statements) } throws: {
      let error = $0 as? PostgresError
      return error?.sqlState == "22012" && error?.statement == position && error?.kind == .other
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].read(0) == 0)
  }

  /// The error comes when the server ends the transaction, after all statements have succeeded.
  @Test func reportsAnErrorAtTheEndOfAPipeline() async throws {
    let connection = try await Database().connect()
    try await connection.query("CREATE TABLE t (n int8 UNIQUE DEFERRABLE INITIALLY DEFERRED)")
    let insert: PostgresStatement = "INSERT INTO t VALUES (1)"
    await #expect { try await connection.pipeline([insert, insert]) } throws: {
      ($0 as? PostgresError)?.kind == .constraint
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].read(0) == 0)
  }

  @Test func goesOnAfterASyntaxError() async throws {
    let connection = try await Database().connect()
    for _ in 0..<3 {
      await #expect { try await connection.query("SELEKT 1") } throws: { ($0 as? PostgresError)?.sqlState == "42601" }
    }
    #expect(try await connection.query("").isEmpty)
  }

  @Test func preparesAgainAfterATableHasChanged() async throws {
    let database = try await Database()
    let connection = try await database.connect()
    try await connection.query("CREATE TABLE t (n int8)")
    try await connection.query("INSERT INTO t VALUES (1)")
    #expect(try await connection.query("SELECT * FROM t")[0].count == 1)
    try await database.connect().query("ALTER TABLE t ADD m int8")
    #expect(try await connection.query("SELECT * FROM t")[0].count == 2)
    // As a pooler may, between two transactions.
    try await connection.query("DEALLOCATE ALL")
    #expect(try await connection.query("SELECT * FROM t")[0].count == 2)
  }

  @Test func forgetsStatementsWhereThereAreMany() async throws {
    let connection = try await Database().connect()
    for number in 0..<1200 { try await connection.query(PostgresStatement("SELECT \(number)", values: [])) }
    let count = try await connection.query("SELECT count(*) FROM pg_prepared_statements")[0].read(0, as: Int.self)
    #expect(count <= 501)
  }

  @Test func takesTasksInTurn() async throws {
    let connection = try await Database().connect()
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        group.addTask { try await connection.query("SELECT $1 FROM pg_sleep(0.001)", .int(number))[0].read(0) }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 49 * 25)
  }

  // MARK: Ends

  @Test(.timeLimit(.minutes(1))) func cancelsOnTheServer() async throws {
    let database = try await Database()
    let connection = try await database.connect()
    let task = Task { try await connection.query("SELECT pg_sleep(600)") }
    try await Self.wait(for: "pg_sleep(600)", on: database)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // Nothing runs there any more, and the connection is as good as before.
    #expect(try await database.server.sql(Self.running("pg_sleep(600)"), in: database.name) == "0")
    #expect(try await connection.query("SELECT 1::int8")[0].read(0) == 1)
  }

  @Test(.timeLimit(.minutes(1))) func cancelsThoseThatWaitForTheirTurn() async throws {
    let database = try await Database()
    let connection = try await database.connect()
    let first = Task { try await connection.query("SELECT pg_sleep(600)") }
    try await Self.wait(for: "pg_sleep(600)", on: database)
    let second = Task { try await connection.query("SELECT 1") }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.cancel()
    _ = await first.result
  }

  @Test func endsAStatementAfterItsTime() async throws {
    let connection = try await Database().connect(statementTimeout: .milliseconds(50))
    await #expect { try await connection.query("SELECT pg_sleep(600)") } throws: {
      ($0 as? PostgresError)?.kind == .statementCancelled
    }
    #expect(try await connection.query("SELECT 1::int8")[0].read(0) == 1)
  }

  private static func running(_ text: String) -> String {
    """
    SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%\(text)%'
    AND datname = current_database() AND pid <> pg_backend_pid()
    """
  }

  static func wait(for text: String, on database: Database) async throws {
    while try await database.server.sql(running(text), in: database.name) == "0" {
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
