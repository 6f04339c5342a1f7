import Foundation
import TestSupport
import Testing

/// `rag watch` as a user runs it.
@Suite(.serialized) struct WatchCommandTests {
  /// `Tests/torture/edits` does the same with 5,000 notes and 1,000 edits.
  @Test func afterHundredEditsTheIndexEqualsAFreshOne() async throws {
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      [
        "python3", Repository.url.appendingPathComponent("Tests/torture/edits").path, "--rag", BuiltProgram.path,
        "--notes", "200", "--edits", "100", "--seed", "20261125", "--idle", "0.5", "--patience", "30",
      ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("edits: the index equals a fresh one of "), "\(result.output)")
  }

  @Test func beyondTheSystemsLimitItLooksEveryMinuteAndSaysSo() async throws {
    let notes = try Notes()
    let library = try CompiledLibrary("limits.c")
    let environment = notes.environment.merging(library.environment) { $1 }.merging(["LIMITS_FOLDERS": "1"]) { $1 }
    let program = try RunningProgram(["watch", notes.notes], environment: environment, in: notes.folder.path)
    try await program.wait { program.errors.contains("rag: following ") }
    #expect(
      program.errors.contains(
        "rag: \(notes.notes) is looked at every minute: no more folders can be followed; raise the limit: "
          + "sudo sysctl fs.inotify.max_user_watches=524288\n"), "\(program.errors)")
    #expect(try await notes.rag("search", "tyre pressure").output.contains("bike.md"))
    program.interrupt()
    #expect(try await program.end() == 0)
  }

  @Test func aMistypedIndexIsNotWaitedFor() async throws {
    let notes = try Notes()
    for options in [[], ["--install"]] {
      let result = try await notes.rag(["watch", "--index", "typo.sqlite"] + options)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(
        result.errors == "rag: There is no index at typo.sqlite. Run: rag index --index typo.sqlite FOLDER\n",
        "\(result)")
    }
  }

  #if os(Linux)
    /// Where the database is stays known; the password does not get into a file.
    @Test func aUnitOfADatabaseHasWhatItNeedsButNoPassword() async throws {
      var notes = try Notes()
      let database = try await notes.useDatabase(of: PostgresServer.shared())
      #expect(try await notes.rag("index", notes.notes).status == 0)
      let server = try await PostgresServer.shared()
      let (services, passwords) = (notes.folder.path + "/services", notes.folder.path + "/passwords")
      try "[notes]\ndbname=\(database)\n".write(toFile: services, atomically: true, encoding: .utf8)
      let variables = [
        "PGHOST": server.folder, "PGPORT": "\(server.port)", "PGSERVICE": "notes", "PGSERVICEFILE": services,
        "PGPASSFILE": passwords, "PGUSER": PostgresServer.role,
      ]
      let secret = ["PGPASSWORD": "secret-of-mine"]
      let address = "postgres://\(PostgresServer.role):another-secret@/\(database)"
      let installed = try await notes.rag(
        ["watch", "--install", "--index", address], environment: variables.merging(secret) { $1 })
      #expect(installed.status == 0, "\(installed)")
      #expect(
        installed.errors.hasPrefix(
          "rag: the password is not written into the unit, nor PGPASSWORD: put it into \(passwords), or a service file\n"
        ),
        "\(installed)")
      let path = installed.output.trimmingCharacters(in: .newlines)
      let unit = try String(contentsOfFile: path, encoding: .utf8)
      for (name, value) in variables { #expect(unit.contains("Environment=\(name)=\(value)\n"), "\(unit)") }
      #expect(!unit.contains("secret"), "\(unit)")
      // The unit of a file has none of them.
      let file = try await notes.rag(
        ["index", notes.notes, "--index", notes.folder.path + "/index/index.sqlite"])
      #expect(file.status == 0)
      let other = try await notes.rag(
        ["watch", "--install", "--index", notes.folder.path + "/index/index.sqlite"], environment: variables)
      #expect(other.status == 0 && !other.errors.contains("password"), "\(other)")
      #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("PG"))
    }
  #endif

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsItAndNothingIsLeft(number: Int32) async throws {
    let notes = try Notes()
    let program = try RunningProgram(
      ["watch", "--json", notes.notes], environment: notes.environment, in: notes.folder.path)
    try await program.wait { program.errors.contains("rag: following ") }
    #expect(program.output.contains(#""changed":2"#))
    #expect(try await notes.rag("status", "--json").output.contains(#""watcher":\#(program.processID)"#))
    let other = try await notes.rag("watch")
    #expect(other.status == 2)
    #expect(other.errors.contains("is kept up to date by process \(program.processID) already"), "\(other.errors)")
    program.signal(number)
    #expect(try await program.end() == 0)
    #expect(program.errors.contains("rag: stopped"))
    let left = try FileManager.default.contentsOfDirectory(atPath: notes.folder.path + "/index")
    #expect(left == ["index.sqlite"])
    #expect(try await !notes.rag("status", "--json").output.contains("watcher"))
  }
}
