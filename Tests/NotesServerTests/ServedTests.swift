import Foundation
import TestSupport
import Testing

/// The built programs, and clients of other people's making.
@Suite(.serialized) struct ServedTests {
  private static let small = ["--model", "SmolLM2-135M-Instruct"]

  @Test(arguments: ["openai_client", "hostile"])
  func theClientIsSatisfied(script: String) async throws {
    let notes = try await corpus()
    let result = try await run("NotesServerTests/Clients/\(script).py", [notes.index] + Self.small, notes)
    #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors.suffix(2000))")
  }

  /// In each of its modes, as over standard input and output.
  @Test func theOfficialClientOfTheModelContextProtocolIsSatisfied() async throws {
    let notes = try await corpus()
    let result = try await run("NotesMCPTests/Clients/clients.py", [notes.index, notes.notes, "--http"], notes)
    #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors.suffix(2000))")
  }

  @Test func aPortThatIsTakenIsSaid() async throws {
    let notes = try await corpus()
    let server = try RawServer { _ in [] }
    let result = try await notes.rag("serve", "--port", "\(server.port)")
    #expect(result.status == 2 && result.errors.contains("cannot listen at 127.0.0.1:\(server.port)"))
  }

  /// Only its owner can read the token, and it stays the same.
  @Test func theTokenIsPrivate() async throws {
    let notes = try Notes()
    let first = try await notes.rag("serve", "--token").output
    let second = try await notes.rag("serve", "--token").output
    #expect(first.count == 65 && second == first)
    let path = notes.home + "/data/rag/serve-token"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  private func corpus() async throws -> Notes {
    let notes = try Notes([:])
    try FileManager.default.removeItem(atPath: notes.notes)
    try FileManager.default.copyItem(atPath: Corpus.folder.path, toPath: notes.notes)
    #expect(try await notes.rag("index", notes.notes).status == 0)
    return notes
  }

  private func run(_ script: String, _ arguments: [String], _ notes: Notes) async throws -> BuiltProgram.Result {
    try await BuiltProgram.run(
      executable: "/usr/bin/env",
      ["python3", "-B", Repository.url.path + "/Tests/" + script, BuiltProgram.path] + arguments,
      environment: notes.environment.merging(["PYTHONPATH": Repository.url.path + "/.deps/clients"]) { $1 })
  }
}
