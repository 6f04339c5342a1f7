import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// The server dies, the network breaks, at each place where it matters. Each test that kills has a server of its own.
struct PostgresFaultTests {
  private func kind(_ error: any Error) -> PostgresError.Kind? { (error as? PostgresError)?.kind }

  @Test(.timeLimit(.minutes(1)), arguments: [SIGKILL, SIGQUIT, SIGINT])
  func reportsAServerThatDiesInAStatement(signal: Int32) async throws {
    let database = try await Database(on: PostgresServer())
    let pool = PostgresPool(database.address, size: 2)
    let task = Task { try await pool.query("SELECT pg_sleep(600)") }
    try await PostgresConnectionTests.wait(for: "pg_sleep(600)", on: database)
    try await database.server.stop(signal)
    await #expect { try await task.value } throws: {
      let error = $0 as? PostgresError
      return error?.kind == .connectionLost && error?.isBeforeSending == false && error?.message.contains("\n") == false
    }
    await #expect { try await PostgresConnection.connect(to: database.address) } throws: { kind($0) == .unreachable }
    try await database.server.start()
    #expect(try await pool.query("SELECT 1::int8")[0].read(0) == 1)
  }

  /// The pool runs the transaction again, since the server undid it; alone, the connection reports the loss.
  @Test(.timeLimit(.minutes(1))) func survivesAServerThatDiesBeforeCommit() async throws {
    let server = try await PostgresServer()
    let database = try await Database(on: server)
    let pool = PostgresPool(database.address, size: 2)
    try await pool.query("CREATE TABLE t (n int8)")
    var attempts = 0
    try await pool.transaction { connection in
      attempts += 1
      try await connection.query("INSERT INTO t VALUES (1)")
      if attempts == 1 {
        try await server.stop(SIGKILL)
        try await server.start()
      }
    }
    #expect(attempts == 2)
    #expect(try await server.sql("SELECT count(*) FROM t", in: database.name) == "1")

    let connection = try await database.connect()
    await #expect {
      try await connection.transaction { connection in
        try await connection.query("INSERT INTO t VALUES (2)")
        try await server.stop(SIGKILL)
        try await connection.query("INSERT INTO t VALUES (3)")
      }
    } throws: { kind($0) == .connectionLost }
    #expect(await !connection.isOpen)
    try await server.start()
    #expect(try await server.sql("SELECT count(*) FROM t", in: database.name) == "1")
  }

  /// COMMIT reaches the server or does not: the client cannot know, says so, and nobody runs it again.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func saysThatTheOutcomeOfCommitIsUnknown(reachesServer: Bool) async throws {
    let database = try await Database()
    let proxy = try database.proxy()
    let pool = PostgresPool(database.address(port: proxy.port), size: 1)
    try await pool.query("CREATE TABLE t (n int8)")
    proxy.cut(.atBytes("COMMIT\0", reachServer: reachesServer))
    var attempts = 0
    await #expect {
      try await pool.transaction { connection in
        attempts += 1
        try await connection.query("INSERT INTO t VALUES (1)")
      }
    } throws: { kind($0) == .commitUnknown }
    #expect(attempts == 1)
    proxy.cut(nil)
    #expect(try await pool.query("SELECT count(*) FROM t")[0].read(0) == (reachesServer ? 1 : 0))
  }

  /// Wherever the connection is cut, in whatever it does, there is one error, no hang and no half row.
  @Test(.timeLimit(.minutes(3)), arguments: [true, false])
  func endsCleanlyWhereverItIsCut(isSending: Bool) async throws {
    let database = try await Database()
    try await database.server.sql("CREATE TABLE t (n int8, word text)", in: database.name)
    let proxy = try database.proxy()
    let address = database.address(port: proxy.port)
    var (failures, successes) = (0, 0)
    // What connects and runs takes about 2 KB to the server, and 30 KB back.
    for position in stride(from: 1, to: isSending ? 4000 : 40000, by: isSending ? 41 : 409) {
      proxy.cut(isSending ? .afterSending(position) : .afterReceiving(position))
      do {
        let connection = try await PostgresConnection.connect(to: address)
        try await connection.transaction { connection in
          _ = try await connection.pipeline(
            (0..<40).map { PostgresStatement("INSERT INTO t VALUES ($1, 'x')", .int($0)) })
          for row in try await connection.query("SELECT i, repeat('x', 300) FROM generate_series(1, 80) i") {
            #expect(try row.read(1, as: String.self).count == 300)
          }
        }
        await connection.close()
        successes += 1
      } catch let error as PostgresError {
        #expect([.unreachable, .connectionLost, .commitUnknown].contains(error.kind), "\(position): \(error)")
        failures += 1
      }
    }
    #expect(failures > 20)
    #expect(successes > 0)
    // Whole transactions only: 40 rows each.
    let count = Int(try await database.server.sql("SELECT count(*) FROM t", in: database.name)) ?? -1
    #expect(count % 40 == 0 && count >= 40 * successes)
  }

  @Test(.timeLimit(.minutes(1))) func worksThroughASlowNetwork() async throws {
    let database = try await Database()
    let proxy = try database.proxy()
    proxy.delay(.milliseconds(20))
    let connection = try await PostgresConnection.connect(to: database.address(port: proxy.port))
    let text = String(repeating: "x", count: 500_000)
    let results = try await connection.pipeline(
      (0..<10).map { PostgresStatement("SELECT $1, $2", .int($0), .text(text)) })
    #expect(try results.map { try $0[0].read(0) } == Array(0..<10))
  }

  /// The network swallows everything: the statement has its time, and the client a little more.
  @Test(.timeLimit(.minutes(1))) func givesASilentNetworkUp() async throws {
    let database = try await Database()
    let proxy = try database.proxy()
    let connection = try await PostgresConnection.connect(
      to: database.address(port: proxy.port), statementTimeout: .milliseconds(100))
    proxy.silence()
    await #expect { try await connection.query("SELECT 1") } throws: { kind($0) == .connectionLost }
    await #expect {
      try await PostgresConnection.connect(to: database.address(port: proxy.port), timeout: .milliseconds(200))
    } throws: { kind($0) == .unreachable }
    proxy.silence(false)
  }

  /// Cancelling cannot reach the server either.
  @Test(.timeLimit(.minutes(1))) func cancelsInASilentNetwork() async throws {
    let database = try await Database()
    let proxy = try database.proxy()
    let connection = try await PostgresConnection.connect(to: database.address(port: proxy.port))
    proxy.silence()
    let task = Task { try await connection.query("SELECT 1") }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await !connection.isOpen)
    proxy.silence(false)
  }

  @Test(.timeLimit(.minutes(1))) func closesUnderAStatement() async throws {
    let database = try await Database()
    let connection = try await database.connect()
    let task = Task { try await connection.query("SELECT pg_sleep(600)") }
    try await PostgresConnectionTests.wait(for: "pg_sleep(600)", on: database)
    await connection.close()
    await #expect { try await task.value } throws: { kind($0) == .connectionLost }
  }

  /// On a standby, what the primary removes meanwhile ends a statement, which the pool runs again.
  @Test(.timeLimit(.minutes(2))) func runsAStatementAgainThatAStandbyCancelled() async throws {
    let primary = try await PostgresServer(settings: ["max_standby_streaming_delay": "0"])
    let database = try await Database(on: primary)
    try await primary.sql("CREATE TABLE t AS SELECT generate_series(1, 1000)::int8 AS n", in: database.name)
    let standby = try await primary.replica()
    let pool = PostgresPool(standby.address(of: database.name, as: PostgresServer.role), size: 1)
    let sum = Task { try await pool.query("SELECT sum(n)::int8, pg_sleep(2)::text FROM t")[0].read(0, as: Int.self) }
    while try await standby.sql(
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT sum%' AND state = 'active'", in: database.name)
      != "1"
    { try await Task.sleep(for: .milliseconds(10)) }
    try await primary.sql("DELETE FROM t WHERE n > 10", in: database.name)
    try await primary.sql("VACUUM t", in: database.name)
    #expect(try await sum.value == 55)
    #expect(standby.log.contains("due to conflict with recovery"))
  }

  /// A conflict undid the statement: it is run again, but not for ever.
  @Test func runsAStatementAgainAfterAConflict() async throws {
    let database = try await Database()
    let pool = PostgresPool(database.address, size: 1)
    // A sequence keeps its value when what used it is undone.
    try await pool.query("CREATE SEQUENCE attempts")
    try await pool.query(
      """
      CREATE FUNCTION succeed_at(number int8) RETURNS int8 LANGUAGE plpgsql AS $$
      DECLARE attempt int8 := nextval('attempts');
      BEGIN
        IF attempt < number THEN RAISE 'could not serialize' USING ERRCODE = '40001'; END IF;
        RETURN attempt;
      END $$
      """)
    #expect(try await pool.query("SELECT succeed_at(4)")[0].read(0) == 4)
    await #expect { try await pool.query("SELECT succeed_at(1000)") } throws: { kind($0) == .conflict }
    // Once, and five times again.
    #expect(try await pool.query("SELECT nextval('attempts')")[0].read(0) == 11)
  }

  private final class Progress: Sendable {
    let confirmedCount = Mutex(0)
    let isDone = Mutex(false)
  }

  /// Server and connections are killed at random while tasks count up: what was confirmed is there, nothing is twice.
  @Test(.timeLimit(.minutes(KillPlan.minutes(3)))) func losesNothingThatWasConfirmed() async throws {
    let plan = KillPlan(kills: 30)
    let server = try await PostgresServer()
    let database = try await Database(on: server)
    let proxy = try database.proxy()
    let pool = PostgresPool(database.address(port: proxy.port), size: 4)
    try await pool.query("CREATE TABLE t (n int8)")
    let progress = Progress()
    let killer = Task {
      var generator = plan.generator
      for round in 0..<plan.kills {
        // However slow the machine is, some transactions are confirmed between two kills.
        while progress.confirmedCount.withLock({ $0 }) < 4 * round { try await Task.sleep(for: .milliseconds(2)) }
        try await Task.sleep(for: .milliseconds(Int.random(in: 20...120, using: &generator)))
        if round % 6 == 5 {
          try await server.stop(SIGKILL)
          try await server.start()
        } else {
          proxy.cutAll()
        }
      }
    }
    let outcomes = try await withThrowingTaskGroup(of: (confirmed: [Int], unknown: [Int]).self) { group in
      for worker in 0..<4 {
        group.addTask {
          var (confirmed, unknown, number) = ([Int](), [Int](), worker)
          while !progress.isDone.withLock({ $0 }) {
            number += 4
            do {
              let value = number
              try await pool.transaction { try await $0.query("INSERT INTO t VALUES ($1)", .int(value)) }
              confirmed.append(number)
              progress.confirmedCount.withLock { $0 += 1 }
            } catch let error as PostgresError where error.kind == .commitUnknown {
              unknown.append(number)
            } catch is PostgresError {
              // Retried too often.
            }
            try await Task.sleep(for: .milliseconds(1))
          }
          return (confirmed, unknown)
        }
      }
      try await killer.value
      progress.isDone.withLock { $0 = true }
      return try await group.reduce(into: (confirmed: Set<Int>(), unknown: Set<Int>())) {
        $0.confirmed.formUnion($1.confirmed)
        $0.unknown.formUnion($1.unknown)
      }
    }
    let stored = try await pool.query("SELECT n FROM t").map { try $0.read(0, as: Int.self) }
    #expect(outcomes.confirmed.count >= 4 * (plan.kills - 1))
    #expect(Set(stored).count == stored.count, "\(plan)")
    #expect(outcomes.confirmed.subtracting(stored).isEmpty, "\(plan)")
    #expect(Set(stored).subtracting(outcomes.confirmed).isSubset(of: outcomes.unknown), "\(plan)")
  }

  /// The standby takes over; the same address finds it.
  @Test(.timeLimit(.minutes(2))) func followsAPromotedReplica() async throws {
    let primary = try await PostgresServer(usesTCP: true)
    let database = try await Database(on: primary)
    let standby = try await primary.replica()
    let address = PostgresAddress(
      hosts: [.init(name: standby.folder, port: standby.port), .init(name: primary.folder, port: primary.port)],
      user: PostgresServer.role, database: database.name, options: ["target_session_attrs": "read-write"])
    let pool = PostgresPool(address, size: 1)
    try await pool.query("CREATE TABLE t (n int8)")
    try await pool.query("INSERT INTO t VALUES (1)")
    let reader = try await PostgresConnection.connect(
      to: PostgresAddress(
        hosts: address.hosts.reversed(), user: address.user, database: address.database,
        options: ["target_session_attrs": "prefer-standby"]))
    #expect(try await reader.query("SELECT pg_is_in_recovery()")[0].read(0))
    while try await standby.sql("SELECT count(*) FROM pg_class WHERE relname = 't'", in: database.name) != "1" {
      try await Task.sleep(for: .milliseconds(10))
    }
    while try await standby.sql("SELECT count(*) FROM t", in: database.name) != "1" {
      try await Task.sleep(for: .milliseconds(10))
    }
    try await primary.stop(SIGKILL)
    await #expect { try await PostgresConnection.connect(to: address) } throws: {
      let error = $0 as? PostgresError
      return error?.kind == .unreachable && error?.message.contains("read-only") == true
    }
    try await standby.promote()
    try await pool.query("INSERT INTO t VALUES (2)")
    #expect(try await pool.query("SELECT sum(n)::int8 FROM t")[0].read(0) == 3)
  }
}
