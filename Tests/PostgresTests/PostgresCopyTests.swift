import Foundation
import Postgres
import TestSupport
import Testing

struct PostgresCopyTests {
  private struct Stop: Error {}

  @Test func copiesAHundredThousandRows() async throws {
    let connection = try await Database().connect()
    try await connection.query("CREATE TABLE t (n int8, word text, data bytea, at timestamptz, place halfvec(3))")
    let rows = (0..<100_000).lazy.map { number -> [PostgresValue] in
      [
        .int(number), number % 10 == 0 ? .text(nil) : .text("wörd \(number)"), .bytes([UInt8](repeating: 7, count: 20)),
        .date(Date(timeIntervalSinceReferenceDate: Double(number))), .halfvec([1, 2, Float(number % 100)]),
      ]
    }
    let added = try await connection.copy(into: "t", columns: ["n", "word", "data", "at", "place"], rows: rows)
    #expect(added == 100_000)
    let row = try await connection.query(
      """
      SELECT count(*), sum(n)::int8, count(word), count(*) FILTER (WHERE word = 'wörd ' || n),
        sum(length(data)), max(at), (SELECT place FROM t WHERE n = 77) FROM t
      """)[0]
    #expect(try row.read(0) == 100_000)
    #expect(try row.read(1) == 99_999 * 50_000)
    #expect(try row.read(2) == 90_000)
    #expect(try row.read(3) == 90_000)
    #expect(try row.read(4) == 2_000_000)
    #expect(try row.read(5) == Date(timeIntervalSinceReferenceDate: 99_999))
    #expect(try row.read(6) == [1, 2, 77] as [Float])
  }

  @Test func addsNothingAfterAnError() async throws {
    let connection = try await Database().connect()
    try await connection.query("CREATE TABLE \"my t\" (\"a\"\"b\" int8 PRIMARY KEY)")
    func copy(_ rows: [[PostgresValue]]) async throws -> Int {
      try await connection.copy(into: "my t", columns: ["a\"b"], rows: rows)
    }
    // The server refuses one of many rows, …
    await #expect { _ = try await copy((0..<50_000).map { [.int($0 % 49_000)] }) } throws: {
      ($0 as? PostgresError)?.kind == .constraint
    }
    // … the first, whose type is another, …
    await #expect(throws: PostgresError.self) { _ = try await copy((0..<50_000).map { [.text("\($0)")] }) }
    // … and we one that does not fit.
    await #expect { _ = try await copy([[.int(1)], [.int(2), .int(3)]]) } throws: {
      ($0 as? PostgresError)?.kind == .badValue
    }
    await #expect { try await connection.copy(into: "nothing", columns: ["n"], rows: []) } throws: {
      ($0 as? PostgresError)?.sqlState == "42P01"
    }
    #expect(try await copy([]) == 0)
    #expect(try await copy([[.int(1)]]) == 1)
    #expect(try await connection.query("SELECT count(*) FROM \"my t\"")[0].read(0) == 1)
  }

  @Test(.timeLimit(.minutes(1))) func stopsWhenCancelled() async throws {
    let database = try await Database()
    let connection = try await database.connect()
    try await connection.query("CREATE TABLE t (n int8)")
    let task = Task {
      try await connection.copy(into: "t", columns: ["n"], rows: (0...).lazy.map { [PostgresValue.int($0)] })
    }
    try await PostgresConnectionTests.wait(for: "COPY", on: database)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.server.sql("SELECT count(*) FROM t", in: database.name) == "0")
  }
}
