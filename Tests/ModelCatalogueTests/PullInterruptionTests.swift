import Foundation
import TestSupport
import Testing

/// Ctrl-C, `kill` and both again while a model is fetched: nothing that `rag` started outlives it.
@Suite struct PullInterruptionTests {
  /// What hangs while it fetches: a program, and another one that it started.
  private static let hanging = """
    echo $$ >> "$PIDS"
    while :; do sleep 600 & echo $! >> "$PIDS"; touch "$PIDS.ready"; wait $!; done
    """
  /// The same, and nothing but SIGKILL ends it.
  private static let stubborn = "trap 'touch \"$PIDS.asked\"' TERM INT HUP\n" + hanging

  private let scratch: TemporaryFolder
  private var pids: String { scratch.path + "/pids" }

  init() throws { scratch = try TemporaryFolder() }

  private func pull(tools: [String: String]) throws -> RunningProgram {
    for (name, script) in tools { try scratch.writeProgram("#!/bin/bash\n\(script)\n", to: "bin/\(name)") }
    let path = scratch.path + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try RunningProgram(
      ["models", "pull", "smollm2"],
      environment: ["RAG_MODELS": scratch.path + "/models", "PATH": path, "PIDS": pids], in: scratch.path)
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: scratch.path + "/" + name) }

  /// The processes that were started and are still there, once a killed one had its time to go.
  private func survivors() async throws -> [Substring] {
    let all = try String(contentsOfFile: pids, encoding: .utf8).split(separator: "\n")
    #expect(all.count >= 2)
    func areAlive(_ pid: Substring) -> Bool {
      // A process that ended and was not asked for yet is in the state Z.
      let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      return status.map { !$0.contains("State:\tZ") } ?? false
    }
    for _ in 0..<500 where all.contains(where: areAlive) { try await Task.sleep(for: .milliseconds(10)) }
    return all.filter(areAlive)
  }

  @Test(arguments: [SIGINT, SIGTERM], [hanging, stubborn])
  func aSignalEndsTheDownloadAndAllThatItStarted(signal: Int32, curl: String) async throws {
    let program = try pull(tools: ["curl": curl])
    try await program.wait { exists("pids.ready") }
    program.signal(signal)
    #expect(try await program.end() == 130)
    #expect(program.errors == "interrupted\n")
    #expect(try await survivors().isEmpty)
  }

  @Test func aSecondCtrlCLeavesNothingBehind() async throws {
    let program = try pull(tools: ["curl": Self.stubborn])
    try await program.wait { exists("pids.ready") }
    program.signal(SIGINT)
    try await program.wait { exists("pids.asked") }
    program.signal(SIGINT)
    #expect(try await program.end() == 130)
    #expect(try await survivors().isEmpty)
  }

  @Test func pipIsEndedLikeCurl() async throws {
    let program = try pull(tools: [
      "curl": "echo 'curl: (6) Could not resolve host' >&2; exit 6",
      "python3": "[[ $* == *--version* ]] && exit 0\n" + Self.stubborn,
    ])
    try await program.wait { exists("pids.ready") }
    program.signal(SIGINT)
    #expect(try await program.end() == 130)
    #expect(try await survivors().isEmpty)
  }

  @Test func whatADownloadLeavesRunningEndsWithIt() async throws {
    let program = try pull(tools: [
      "curl": "sleep 600 & echo $$ >> \"$PIDS\"; echo $! >> \"$PIDS\"; exit 22", "python3": "exit 1", "pip3": "exit 1",
      "pip": "exit 1",
    ])
    #expect(try await program.end() == 2)
    #expect(try await survivors().isEmpty)
  }
}
