import TestSupport
import Testing

/// With little address space (`ulimit -v`) a command does its work or says in one line what is missing.
@Suite struct AddressSpaceTests {
  /// Below 200 MB the system cannot load the libraries.
  @Test(.timeLimit(.minutes(15)), arguments: [200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1600])
  func aCommandSucceedsOrSaysWhatIsMissing(megabytes: Int) async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    for command in ["--version", "status", "search --limit 1 tyre", "index --rebuild"] {
      let result = try await BuiltProgram.run(
        executable: "/bin/sh",
        ["-c", "ulimit -v \(megabytes * 1024); exec timeout -k 1 60 '\(BuiltProgram.path)' \(command)"],
        environment: notes.environment)
      let isLine = result.errors.hasSuffix("\n") && result.errors.count { $0 == "\n" } == 1
      switch result.status {
      case 0: break
      case 2: #expect(isLine && result.errors.contains("ulimit -v"), "\(command): \(result)")
      default: Issue.record("\(command) with \(megabytes) MB: \(result)")
      }
    }
  }

  @Test func whereNothingIsLimitedNothingIsMissing() async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    #expect(try await notes.rag("search", "tyre").status == 0)
  }
}
