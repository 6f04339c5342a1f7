import TestSupport
import Testing

/// Commands that messages suggest work on the index that was used.
@Suite struct SuggestedCommandTests {
  @Test func commandsThatAreSuggestedNameTheIndex() async throws {
    let notes = try Notes()
    let other = notes.folder.path + "/other.sqlite"
    func errors(_ arguments: String...) async throws -> String { try await notes.rag(arguments).errors }
    #expect(try await errors("status").hasSuffix("Run: rag index FOLDER\n"))
    for option in [["--index", other], ["--index=\(other)"]] {
      #expect(try await notes.rag(["status"] + option).errors.hasSuffix("Run: rag index --index \(other) FOLDER\n"))
    }
    #expect(try await errors("status", "--index", notes.index).hasSuffix("Run: rag index FOLDER\n"))
    _ = try await notes.rag("index", "--index", other, notes.notes)
    try notes.folder.write("# New\n", to: "notes/new.md")
    #expect(try await errors("list", "--index", other).contains("run 'rag index --index \(other)'"))
    #expect(
      try await errors("show", "--index", other, "nobody").contains("'rag list --index \(other)' shows the notes"))
  }
}
