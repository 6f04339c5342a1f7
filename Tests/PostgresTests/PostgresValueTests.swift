import Foundation
import Testing

import Postgres

/// Values go to the server and come back; where it matters, the server says how it understood them.
struct PostgresValueTests {
  private func roundTrip<Value: PostgresReadable & Sendable>(
    _ value: PostgresValue, as type: String, _: Value.Type = Value.self
  ) async throws -> (Value, text: String?) {
    let connection = try await Database().connect()
    let row = try #require(try await connection.query("SELECT $1::\(type), ($1::\(type))::text", value).first)
    return (try row.read(0), try row.read(1))
  }

  @Test(arguments: [0, 1, -1, Int.max, Int.min])
  func keepsIntegers(value: Int) async throws {
    let (found, text) = try await roundTrip(.int(value), as: "int8", Int.self)
    #expect(found == value)
    #expect(text == "\(value)")
  }

  @Test(arguments: [0, -0.0, 1.5, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func keepsDoubles(value: Double) async throws {
    let (found, _) = try await roundTrip(.double(value), as: "float8", Double.self)
    #expect(found.bitPattern == value.bitPattern)
  }

  @Test func keepsNaN() async throws {
    let (found, text) = try await roundTrip(.double(.nan), as: "float8", Double.self)
    #expect(found.isNaN)
    #expect(text == "NaN")
  }

  @Test(arguments: ["", "a", "👩🏽‍🚀 ﷽ e\u{301}", "'; DROP TABLE x; --", "\\x00 $1\n\t"])
  func keepsTexts(value: String) async throws {
    let (found, text) = try await roundTrip(.text(value), as: "text", String.self)
    // Byte for byte: equal strings may have other scalars.
    #expect(Array(found.utf8) == Array(value.utf8))
    #expect(text == value)
  }

  @Test func keepsLargeValues() async throws {
    let connection = try await Database().connect()
    let bytes = (0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let text = String(repeating: "naïve 🦊 ", count: 800_000)
    let row = try #require(try await connection.query("SELECT $1, $2, md5($1)", .bytes(bytes), .text(text)).first)
    #expect(try row.read(0) == bytes)
    #expect(try row.read(1) == text)
  }

  @Test func keepsBytesAndBooleans() async throws {
    #expect(try await roundTrip(.bytes([]), as: "bytea", [UInt8].self).0 == [])
    let (bytes, text) = try await roundTrip(.bytes([0, 255, 10]), as: "bytea", [UInt8].self)
    #expect(bytes == [0, 255, 10])
    #expect(text == "\\x00ff0a")
    #expect(try await roundTrip(.bool(true), as: "bool", Bool.self).0)
    #expect(try await roundTrip(.bool(false), as: "bool", Bool.self).text == "false")
  }

  @Test(arguments: [
    (0.0, "2001-01-01 00:00:00+00"), (-31_622_400, "2000-01-01 00:00:00+00"),
    (0.000001, "2001-01-01 00:00:00.000001+00"),
    (-31_622_400.5, "1999-12-31 23:59:59.5+00"), (800_000_000.123456, "2026-05-09 06:13:20.123456+00"),
    (.infinity, "infinity"), (-.infinity, "-infinity"),
  ])
  func keepsDates(seconds: Double, text: String) async throws {
    let connection = try await Database().connect()
    try await connection.query("SET timezone TO 'UTC'")
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let row = try #require(try await connection.query("SELECT $1, $1::text", .date(date)).first)
    #expect(try row.read(1) == text)
    let found = try row.read(0, as: Date.self).timeIntervalSinceReferenceDate
    #expect(found == seconds || abs(found - seconds) < 1e-6)
  }

  @Test func keepsArrays() async throws {
    #expect(try await roundTrip(.ints([]), as: "int8[]", [Int].self).0 == [])
    let (ints, text) = try await roundTrip(.ints([1, -2, .max]), as: "int8[]", [Int].self)
    #expect(ints == [1, -2, .max])
    #expect(text == "{1,-2,\(Int.max)}")
    #expect(try await roundTrip(.texts(["", "ä,\"", "NULL"]), as: "text[]", [String].self).0 == ["", "ä,\"", "NULL"])
    #expect(try await roundTrip(.doubles([0.5]), as: "float8[]", [Double].self).0 == [0.5])
  }

  @Test func keepsVectors() async throws {
    let values: [Float] = [1, -0.5, 65504, 6e-8, 0.1]
    let (vector, text) = try await roundTrip(.vector(values), as: "vector", [Float].self)
    #expect(vector == values)
    #expect(text == "[1,-0.5,65504,6e-08,0.1]")
    let halves = try await roundTrip(.halfvec(values), as: "halfvec", [Float].self).0
    #expect(halves == values.map { HalfFloat.value(of: HalfFloat.bits(of: $0)) })
    let connection = try await Database().connect()
    let distance = try await connection.query(
      "SELECT $1::halfvec <=> $2::halfvec", .halfvec([1, 0, 0]), .halfvec([1, 0, 1]))[0]
    #expect(try abs(distance.read(0, as: Double.self) - (1 - 0.5.squareRoot())) < 1e-6)
  }

  @Test func keepsNulls() async throws {
    let connection = try await Database().connect()
    let row = try await connection.query(
      "SELECT $1, $2, $3, $4, $5::halfvec", .int(nil), .text(nil), .bytes(nil), .date(nil), .halfvec(nil))[0]
    for column in 0..<5 { #expect(try row.read(column, as: String?.self) == nil) }
    #expect(throws: PostgresError.self) { try row.read(0, as: Int.self) }
  }

  @Test func refusesWhatCannotBeSent() async throws {
    let connection = try await Database().connect()
    await #expect { try await connection.query("SELECT $1", .text("a\0b")) } throws: {
      ($0 as? PostgresError)?.kind == .badValue
    }
    await #expect { try await connection.query("SELECT 1 \0") } throws: { ($0 as? PostgresError)?.kind == .badValue }
    // An element of an array reaches the server, which refuses it.
    await #expect(throws: PostgresError.self) { try await connection.query("SELECT $1", .texts(["a\0b"])) }
    #expect(try await connection.query("SELECT 1::int8")[0].read(0) == 1)
  }

  @Test func refusesAnotherType() async throws {
    let row = try await Database().connect().query("SELECT 1.5::float8, 'a', 7::int2, 8::int4, 0.5::float4")[0]
    #expect { try row.read(0, as: Int.self) } throws: { ($0 as? PostgresError)?.kind == .badValue }
    #expect(throws: PostgresError.self) { try row.read(1, as: Bool.self) }
    #expect(throws: PostgresError.self) { try row.read(5, as: Int.self) }
    #expect(try row.read(2) == 7)
    #expect(try row.read(3) == 8)
    #expect(try row.read(4) == 0.5)
  }
}
