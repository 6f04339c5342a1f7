import Foundation
import TestSupport
import Testing

/// What a person reads if the database of an index is not as it should be: one line, and nothing is lost.
@Suite struct DatabaseFaultTests {
  /// A server with passwords, and notes; `at` names a database there.
  private struct Fixture {
    let server: PostgresServer
    let notes: Notes
    let name: String

    init() async throws {
      server = try await PostgresServer(usesTCP: true)
      notes = try Notes()
      name = try await server.makeDatabase()
      _ = try await server.sql("CREATE ROLE scram LOGIN PASSWORD 'right'", in: name)
      _ = try await server.sql("CREATE DATABASE plain OWNER scram", in: name)
    }

    func at(_ database: String? = nil, role: String = PostgresServer.role, port: UInt16? = nil) -> String {
      "postgres://\(role)@127.0.0.1:\(port ?? server.port)/\(database ?? name)"
    }

    /// Expects a command to fail with one line that says all of these.
    func expect(
      _ arguments: String..., at address: String, says parts: [String], password: String = "",
      location: SourceLocation = #_sourceLocation
    ) async throws {
      let result = try await notes.rag(arguments, environment: ["RAG_INDEX": address, "PGPASSWORD": password])
      #expect(result.status == 2, sourceLocation: location)
      #expect(result.output == "", sourceLocation: location)
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].hasPrefix("rag: "), "\(result.errors)", sourceLocation: location)
      for part in parts { #expect(result.errors.contains(part), "\(result.errors)", sourceLocation: location) }
    }
  }

  @Test func eachFaultIsOneLine() async throws {
    let fixture = try await Fixture()
    let free = try RawServer { _ in [] }.port
    try await fixture.expect(
      "status", at: fixture.at(role: "scram"), says: ["asks for a password", "PGPASSWORD"])
    try await fixture.expect(
      "status", at: fixture.at(role: "scram"), says: ["password authentication failed", "~/.pgpass"], password: "wrong")
    try await fixture.expect(
      "search", "bread", at: fixture.at(role: "nobody"), says: ["role \"nobody\" does not exist"])
    try await fixture.expect(
      "search", "bread", at: fixture.at("nowhere"), says: ["database \"nowhere\" does not exist", "createdb"])
    try await fixture.expect("search", "bread", at: fixture.at(port: free), says: ["cannot reach 127.0.0.1:\(free)"])
    try await fixture.expect("search", "bread", at: fixture.at(), says: ["There is no index", "rag index"])
    try await fixture.expect(
      "index", fixture.notes.notes, at: fixture.at("plain", role: "scram"),
      says: ["lacks the extension vector", "CREATE EXTENSION vector"], password: "right")
  }

  @Test func anIndexOfAnotherVersionIsSaid() async throws {
    let fixture = try await Fixture()
    let indexed = try await fixture.notes.rag(
      "index", fixture.notes.notes, environment: ["RAG_INDEX": fixture.at()])
    #expect(indexed.status == 0, "\(indexed.errors)")
    let version = try await fixture.server.sql("SELECT value FROM rag.meta WHERE key = 'version'", in: fixture.name)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    func setVersion(_ version: String) async throws {
      _ = try await fixture.server.sql(
        "UPDATE rag.meta SET value = '\(version)' WHERE key = 'version'", in: fixture.name)
    }
    try await setVersion("99")
    try await fixture.expect("search", "bread", at: fixture.at(), says: ["another version of rag", "Use that version"])
    try await fixture.expect(
      "index", fixture.notes.notes, at: fixture.at(), says: ["another version of rag"])
    try await setVersion("0")
    try await fixture.expect("search", "bread", at: fixture.at(), says: ["older version of rag"])
    try await setVersion(version)
    let found = try await fixture.notes.rag("search", "tyre", environment: ["RAG_INDEX": fixture.at()])
    #expect(found.output.contains("bike.md"), "\(found.errors)")
  }

  @Test func aRoleThatMayNotReadIsTold() async throws {
    let fixture = try await Fixture()
    _ = try await fixture.notes.rag("index", fixture.notes.notes, environment: ["RAG_INDEX": fixture.at()])
    try await fixture.expect(
      "search", "bread", at: fixture.at(role: "scram"), says: ["may not use the schema rag", "GRANT USAGE"],
      password: "right")
  }
}
