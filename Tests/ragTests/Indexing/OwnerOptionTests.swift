import Foundation
import Postgres
import TestSupport
import Testing

/// Folders of a database that belong to roles, from the command line.
@Suite struct OwnerOptionTests {
  @Test(arguments: [
    (["index", "--as", "team"], "--as needs a folder: say which one belongs to team."),
    (["index", "notes", "--as", ""], "The name of the role is empty: name one with --as."),
    (["index", "notes", "--as", "team"], "--as needs an index in PostgreSQL: a file has no roles. See --index."),
  ])
  func anOwnerNeedsAFolderAndADatabase(arguments: [String], message: String) async throws {
    let notes = try Notes()
    let result = try await notes.rag(arguments)
    #expect(result.status == 64 && result.errors.contains("Error: \(message)"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: notes.index))
  }

  @Test func eachRoleSeesItsFolders() async throws {
    let server = try await PostgresServer.shared()
    let database = try await server.makeDatabase()
    let (team, bob) = ("team_\(database.suffix(8))", "bob_\(database.suffix(8))")
    try await server.sql(
      "CREATE ROLE \(team); CREATE ROLE \(bob) LOGIN; GRANT \(team) TO \(PostgresServer.user)", in: database)
    var notes = try Notes()
    let own = server.address(of: database).description
    notes.index = own
    let missing = try await notes.rag("index", notes.notes, "--as", "nobody_\(database.suffix(8))")
    #expect(missing.status == 2)
    let role = "nobody_\(database.suffix(8))"
    #expect(
      missing.errors.contains("does not allow that: there is no role \(role): CREATE ROLE \(role)"), "\(missing.errors)"
    )
    let result = try await notes.rag("index", notes.notes, "--as", team)
    #expect(result.status == 0, "\(result.errors)")
    let status = try await notes.rag("status")
    #expect(status.output.contains(", for \(team)"), "\(status.output)\(status.errors)")
    #expect(try await notes.rag("status", "--json").output.contains("\"owner\":\"\(team)\""))
    #expect(try await notes.rag("search", "tyre pressure").output.contains("4.5 bar"))

    notes.index = server.address(of: database, as: bob).description
    let refused = try await notes.rag("search", "tyre pressure")
    #expect(
      refused.status == 2 && refused.errors.contains("\(bob) may not use the schema rag: GRANT USAGE"), "\(refused)")
    try await server.sql(
      "GRANT USAGE ON SCHEMA rag TO \(bob); GRANT SELECT ON ALL TABLES IN SCHEMA rag TO \(bob)", in: database)
    let hidden = try await notes.rag("search", "tyre pressure")
    #expect(!hidden.output.contains("bar") && hidden.errors.contains("is empty"), "\(hidden)")
    try await server.sql("GRANT \(team) TO \(bob)", in: database)
    #expect(try await notes.rag("search", "tyre pressure").output.contains("4.5 bar"))
    let doctor = try await notes.rag("doctor")
    #expect(doctor.output.contains("ok role: \(bob), a member of \(team)"), "\(doctor)")

    notes.index = server.address(of: database, as: PostgresServer.role).description
    let all = try await notes.rag("doctor")
    #expect(all.output.contains("-- role: rag\n    sees every folder, whoever owns it"), "\(all)")
  }
}
