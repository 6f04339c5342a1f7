import Foundation
import TestSupport
import Testing

/// The proof that nothing leaves the machine: the kernel's own record of the sockets that a run asks for.
@Suite(.serialized) struct OfflineTests {
  /// Runs `rag` under strace and returns the calls that made or used a socket, or others.
  private func calls(
    _ notes: Notes, _ arguments: [String], tracing traced: String = "socket,socketpair,connect"
  ) async throws -> [Substring] {
    let trace = notes.folder.path + "/trace-\(UUID().uuidString)"
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      [
        "strace", "-f", "-qq", "-e", "trace=execve,\(traced)", "-o", trace,
        BuiltProgram.path,
      ]
        + arguments,
      environment: notes.environment, input: "What is the tyre pressure?\n")
    let record = try String(contentsOfFile: trace, encoding: .utf8)
    // The record holds the start of the program: strace did watch it.
    #expect(record.contains("execve("), "\(result.errors)")
    return record.split(separator: "\n").filter { !$0.contains("execve(") }
  }

  @Test func noCommandThatReadsOrAnswersOpensAnInternetSocket() async throws {
    let notes = try Notes()
    let model = try Models.shallowModel()
    for arguments in [
      ["index", notes.notes], ["search", "tyre pressure"],
      ["ask", "--threads", "1", "--model", model, "--reply-tokens", "8", "What is the tyre pressure?"],
      ["chat", "--threads", "1", "--model", model, "--reply-tokens", "8"],
      ["summarize", "--threads", "1", "--model", model, "--words", "10", "-"],
    ] {
      let calls = try await calls(notes, arguments)
      #expect(calls.allSatisfy { !$0.contains("AF_INET") }, "\(arguments): \(calls)")
    }
  }

  @Test func onlyTheServerThatWasNamedIsConnectedTo() async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let server = try RawServer { _ in [.response("{}", status: "500 Oops")] }
    let ask = ["ask", "--model", server.address, "What is the tyre pressure?"]
    let connections = try await calls(notes, ask).filter { $0.contains("connect(") && $0.contains("AF_INET") }
    #expect(!connections.isEmpty)
    #expect(
      connections.allSatisfy { $0.contains("htons(\(server.port))") && $0.contains("127.0.0.1") }, "\(connections)")
    // Only such a command loads the library for it.
    #expect(try await calls(notes, ask, tracing: "openat").contains { $0.contains("libcurl") })
    #expect(
      try await !calls(notes, ["search", "tyre pressure"], tracing: "openat").contains { $0.contains("libcurl") })
  }

  @Test func theWatchmanSeesAnInternetSocket() async throws {
    let notes = try Notes()
    let trace = notes.folder.path + "/trace"
    _ = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      [
        "strace", "-f", "-qq", "-e", "trace=socket", "-o", trace, "bash", "-c", "exec 3<>/dev/udp/127.0.0.1/9",
      ])
    #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("AF_INET"))
  }
}
