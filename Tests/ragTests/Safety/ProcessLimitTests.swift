import Foundation
import TestSupport
import Testing

/// With few threads or open files (`ulimit -u`, `ulimit -n`) a command does its work or says in one line what is
/// missing; it neither hangs nor crashes.
@Suite struct ProcessLimitTests {
  /// Runs commands, each after `prefix`; returns whether one said that `limit` is too low.
  private func saysWhatIsMissing(_ limit: String, _ notes: Notes, prefix: String = "") async throws -> Bool {
    var isSaid = false
    for command in ["--version", "status", "search --limit 1 tyre", "index --rebuild"] {
      let result = try await BuiltProgram.run(
        // Debian's sh has no limit of processes.
        executable: "/bin/bash",
        ["-c", "ulimit \(limit); exec timeout -k 1 60 \(prefix) '\(BuiltProgram.path)' \(command)"],
        environment: notes.environment)
      let isLine = result.errors.hasSuffix("\n") && result.errors.count { $0 == "\n" } == 1
      #expect(result.status == 0 || result.status == 2 && isLine, "\(command) with \(limit): \(result)")
      isSaid = isSaid || result.errors.contains("ulimit \(limit.prefix(2))")
    }
    return isSaid
  }

  @Test(.timeLimit(.minutes(10)), arguments: [5, 6, 8, 10, 12, 16, 24, 32, 40, 64])
  func fewOpenFilesAreEnoughOrSaidToBeMissing(count: Int) async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    #expect(try await saysWhatIsMissing("-n \(count)", notes) == (count < 34))
  }

  @Test(.timeLimit(.minutes(10)), arguments: [2, 4, 8, 12, 16, 24])
  func fewThreadsAreEnoughOrSaidToBeMissing(count: Int) async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    // The limit holds for no process of root's, nor for one that may change limits. Its owner is not the index's, so
    // that some commands say that they cannot read it; each case has its own, since all processes of one are counted.
    let prefix = getuid() == 0 ? "setpriv --ruid=\(54321 + count) --bounding-set=-sys_resource,-sys_admin" : ""
    #expect(try await saysWhatIsMissing("-u \(count)", notes, prefix: prefix) == true || count > 8)
  }
}
