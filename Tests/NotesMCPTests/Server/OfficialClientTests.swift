import Foundation
import TestSupport
import Testing

/// The built program and the official Python client, which `scripts/clients` fetches.
@Suite(.serialized) struct OfficialClientTests {
  @Test(arguments: ["clients", "conformance", "cursors", "hostile"])
  func theClientIsSatisfied(script: String) async throws {
    let notes = try Notes([:])
    try FileManager.default.removeItem(atPath: notes.notes)
    try FileManager.default.copyItem(atPath: Corpus.folder.path, toPath: notes.notes)
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let clients = Repository.url.path + "/Tests/NotesMCPTests/Clients/"
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      ["python3", "-B", clients + script + ".py", BuiltProgram.path, notes.index]
        + (["clients", "cursors"].contains(script) ? [notes.notes] : []),
      environment: notes.environment.merging(["PYTHONPATH": Repository.url.path + "/.deps/clients"]) { $1 })
    #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors.suffix(2000))")
  }
}
