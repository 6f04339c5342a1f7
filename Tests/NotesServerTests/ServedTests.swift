import Foundation
import TestSupport
import Testing

/// The built programs, and clients of other people's making.
@Suite(.serialized) struct ServedTests {
  private static let small = ["--model", "SmolLM2-135M-Instruct"]

  @Test(arguments: ["openai_client", "hostile", "command_line"])
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

  /// What the pages in `docs/clients` say is done; what a scope hides is tried to be had; the unit is started.
  @Test(arguments: ["pages", "scope", "unit"])
  func theClientNeedsNothingElse(script: String) async throws {
    let notes = try Notes([:])
    let options = script == "unit" ? [] : Self.small
    let result = try await run("NotesServerTests/Clients/\(script).py", [Corpus.folder.path] + options, notes)
    #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors.suffix(2000))")
  }

  /// In Chromium, with notes that would become part of the page if they could.
  @Test func thePageIsRightInABrowser() async throws {
    let notes = try await corpus()
    for (name, text) in Self.hostileNotes { try notes.folder.write(text, to: "notes/hostile/" + name) }
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let result = try await run("NotesServerTests/Browser/served.py", [notes.index] + Self.small, notes)
    #expect(result.status == 0, "\(result.output.suffix(3000))\(result.errors.suffix(2000))")
  }

  private static let hostileNotes = [
    "script.md": """
    # zanzibar-hostile <script>alert(1)</script>

    <script>alert("zanzibar-hostile")</script><img src=x onerror=alert(2)><svg onload=alert(3)>
    [click](javascript:alert(4)) <a href="javascript:alert(5)">zanzibar-hostile</a>
    <style>*{display:none}</style>
    <iframe src="https://evil.example/"></iframe> ![](https://evil.example/pixel.png) {{results}}
    """,
    "controls.md": """
    # zanzibar-hostile

    zanzibar-hostile \u{1B}[31mred\u{1B}[0m \u{202E}turned\u{202C} \u{7} bell
    """,
    "long.md": "# A long line\n\nzanzibar-hostile \(String(repeating: "ab", count: 550_000))\n",
  ]

  @Test func aPortThatIsTakenIsSaid() async throws {
    let notes = try await corpus()
    let server = try RawServer { _ in [] }
    let result = try await notes.rag("serve", "--port", "\(server.port)")
    #expect(result.status == 2 && result.errors.contains("cannot listen on 127.0.0.1:\(server.port)"))
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
