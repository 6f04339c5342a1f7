import Foundation
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

/// `rag copy`, from a file to a database and back.
@Suite struct CopyCommandTests {
  /// Notes in an index, and an empty database for it.
  private struct Copied {
    let notes: Notes
    let server: PostgresServer
    let address: String

    init(_ notes: Notes) async throws {
      self.notes = notes
      server = try await PostgresServer.shared()
      let place = PostgresAddress(
        hosts: [.init(name: server.folder, port: server.port)], user: PostgresServer.role,
        database: try await server.makeDatabase())
      address = place.description
    }

    /// Runs the program on a machine without models, on the notes' index unless another is named.
    func copy(_ arguments: String...) async throws -> BuiltProgram.Result {
      try await notes.rag(["copy"] + arguments, environment: notes.noModels)
    }

    /// What a search prints on an index, by meaning and words.
    func found(_ query: String, in index: String) async throws -> String {
      try await notes.rag(["search", "--json", "--index", index, query]).output.replacing(index, with: "INDEX")
    }
  }

  @Test func bothWaysAreEqualAndNothingIsEncoded() async throws {
    let notes = try Notes()
    let copied = try await Copied(notes)
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let there = try await copied.copy("--to", copied.address)
    #expect(there.status == 0 && there.errors == "", "\(there)")
    #expect(there.output.hasPrefix("\(copied.address) is equal to \(notes.index): 2 documents, "), "\(there)")
    #expect(there.output.contains(" 2 copied, 0 unchanged, 0 removed, 0 encoded, digest "), "\(there)")
    let file = notes.folder.path + "/new folder/back.sqlite"
    let back = try await copied.copy("--from", copied.address, "--to", file)
    #expect(back.status == 0 && back.errors == "", "\(back)")
    for query in ["tyre pressure", "When is the chain due?", "flour"] {
      let expected = try await copied.found(query, in: notes.index)
      #expect(!expected.isEmpty)
      #expect(try await copied.found(query, in: copied.address) == expected)
      #expect(try await copied.found(query, in: file) == expected)
    }
    let again = try await copied.copy("--to", copied.address)
    #expect(again.output.contains(" 0 copied, 2 unchanged, 0 removed, "), "\(again)")
    // The notes are up to date in the copy.
    let indexed = try await notes.rag("index", "--index", copied.address)
    #expect(indexed.output.contains(" 0 new or changed"), "\(indexed)")
  }

  @Test func whoSeesTheCopyIsSaid() async throws {
    let notes = try Notes()
    let copied = try await Copied(notes)
    let database = try #require(try PostgresAddress(copied.address).database)
    let (team, ann) = ("team_\(database.suffix(8))", "ann_\(database.suffix(8))")
    try await copied.server.sql("CREATE ROLE \(team); CREATE ROLE \(ann) LOGIN IN ROLE \(team)", in: database)
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let missing = try await copied.copy("--to", copied.address, "--as", "no_\(team)")
    #expect(
      missing.errors.contains("there is no role no_\(team): CREATE ROLE no_\(team)")
        && missing.errors.contains("--as ROLE") && missing.status == 2, "\(missing)")
    #expect(try await copied.copy("--to", copied.address, "--as", team).status == 0)
    #expect(try await notes.rag("status", "--index", copied.address).output.contains(", for \(team)"))
    try await copied.server.sql(
      "GRANT USAGE ON SCHEMA rag TO \(ann); GRANT SELECT ON ALL TABLES IN SCHEMA rag TO \(ann)", in: database)
    let own = copied.server.address(of: database, as: ann).description
    let file = notes.folder.path + "/back.sqlite"
    let back = try await copied.copy("--from", own, "--to", file)
    #expect(back.status == 0 && back.output.hasPrefix("\(file) is equal to \(own) as \(ann) sees it: "), "\(back)")
    #expect(
      back.errors.hasPrefix("rag: 1 folder of \(team) can now be read by whoever can read \(file): "), "\(back)")
    let refused = try await copied.copy("--to", notes.folder.path + "/b.sqlite", "--as", team)
    #expect(refused.status == 64 && refused.errors.contains("a file has no roles"), "\(refused)")
  }

  @Test func aCopyThatIsKilledGoesOn() async throws {
    let notes = try Notes()
    let copied = try await Copied(notes)
    let index = try SearchIndex(at: notes.index, encoder: HashingEncoder())
    var generator = SeededGenerator(seed: 3)
    try await index.apply(
      (0..<1000).map { .replace(.test("\($0).md"), [.test("word\($0)", vector: .random(64, using: &generator))]) })
    try await index.close()
    var killed = 0
    for milliseconds in [150, 400, 700] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
      process.arguments = ["copy", "--from", notes.index, "--to", copied.address]
      process.environment = ProcessInfo.processInfo.environment.merging(notes.environment) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      try await Task.sleep(for: .milliseconds(milliseconds))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
    }
    #expect(killed > 0)
    let result = try await copied.copy("--to", copied.address)
    #expect(result.status == 0 && result.output.contains(": 1,000 documents, 1,000 chunks, "), "\(result)")
    let address = try PostgresAddress(copied.address)
    let database = try await SearchIndex.open(at: address, access: .readOnly)
    #expect(try await database.check() == [])
    #expect(try await database.orphans() == 0)
  }

  @Test func mistakesAreSaidInOneLine() async throws {
    let notes = try Notes()
    let copied = try await Copied(notes)
    let missing = try await copied.copy("--to", copied.address)
    #expect(missing.errors == "rag: there is no index at \(notes.index): name another with --from\n", "\(missing)")
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let same = try await copied.copy("--to", notes.folder.path + "/index/./index.sqlite")
    #expect(same.status == 64 && same.errors.contains("cannot be copied to itself"), "\(same)")
    let addresses = ["", ":memory:", "postgres://[x", "mysql://ann:secret@db/notes"]
    let wrong = addresses.map { ["--to", $0] } + [[]]
    for arguments in wrong {
      let result = try await notes.rag(["copy"] + arguments)
      #expect(result.status == 64 && !result.errors.contains("secret"), "\(result)")
    }
    let text = try notes.folder.write(String(repeating: "No index. ", count: 30), to: "text.sqlite")
    for arguments in [["--to", text], ["--from", text, "--to", copied.address]] {
      let result = try await notes.rag(["copy"] + arguments)
      #expect(
        result.errors == "rag: \(text) is not an index created by rag: name another with --from or --to\n", "\(result)")
    }
    let other = notes.folder.path + "/other.sqlite"
    try notes.folder.write("# Other\n", to: "elsewhere/other.md")
    #expect(try await notes.rag("index", "--index", other, notes.folder.path + "/elsewhere").status == 0)
    let refused = try await copied.copy("--to", other)
    #expect(refused.status == 2 && refused.errors.split(separator: "\n").count == 1, "\(refused)")
    #expect(refused.errors.contains("/elsewhere. ") || refused.errors.contains("--remove-folders"), "\(refused)")
    #expect(try await notes.rag("status", "--index", other).output.contains("/elsewhere"))
    let forced = try await copied.copy("--to", other, "--remove-folders")
    #expect(forced.status == 0 && forced.output.contains(" 1 removed"), "\(forced)")
  }
}
