import GRDB
import TestSupport
import Testing
import VectorStore

/// An index of another version: `rag index` makes it anew, and all else says so.
@Suite struct OtherVersionTests {
  /// Changes the file of an index.
  private func change(_ notes: Notes, _ sql: String) throws {
    let database = try DatabaseQueue(path: notes.index)
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    try database.close()
  }

  private func indexOfAnotherVersion() async throws -> Notes {
    let notes = try Notes()
    let result = try await notes.rag("index", "--code", "--precision", "int8", notes.notes)
    #expect(result.status == 0, "\(result)")
    // Opened here once, so that the page that is changed gets its checksum.
    try await SearchIndex(at: notes.index, access: .readOnly).close()
    try change(notes, "PRAGMA user_version = 999")
    return notes
  }

  @Test func otherCommandsNameTheCommandThatMakesItAnew() async throws {
    let notes = try await indexOfAnotherVersion()
    let expected =
      "rag: The index \(notes.index) was made by another version of rag. Run: rag index --index \(notes.index)\n"
    for arguments in [
      ["search", "tyre pressure"], ["search", "--ranking", "keyword", "tyre"], ["status"], ["forget", notes.notes],
      ["watch"],
    ] {
      let result = try await notes.rag(arguments)
      #expect(result.status == 2 && result.output.isEmpty && result.errors == expected, "\(arguments): \(result)")
    }
  }

  @Test func indexingReadsAllNotesAgain() async throws {
    let notes = try await indexOfAnotherVersion()
    let result = try await notes.rag("index")
    #expect(result.status == 0 && result.output.hasPrefix("2 files, "), "\(result)")
    #expect(
      result.errors == "rag: the index \(notes.index) was made by another version of rag: reading all notes again\n")
    let found = try await notes.rag("search", "tyre pressure")
    #expect(found.output.contains("bike.md") && found.errors.isEmpty, "\(found)")
    #expect(try await notes.rag("status").output.contains("encoder all-MiniLM-L6-v2 (int8), "))
    let index = try SearchIndex(at: notes.index, access: .readOnly)
    #expect(try await index.settings(ofFolder: notes.notes) == FolderSettings(.code))
    #expect(try await index.check() == [])
    try await index.close()
    #expect(try await notes.rag("index").errors.isEmpty)
  }

  @Test func aFolderMustBeNamedIfNoneCanBeRead() async throws {
    let notes = try Notes()
    try change(notes, "PRAGMA application_id = \(0x5241_4749); PRAGMA user_version = 999; CREATE TABLE other (id)")
    let result = try await notes.rag("index")
    #expect(result.status == 2)
    #expect(result.errors == "rag: \(notes.index) has no folder yet: name one, as in 'rag index ./notes'\n")
    #expect(try await notes.rag("index", notes.notes).status == 0)
    #expect(try await notes.rag("search", "tyre pressure").output.contains("bike.md"))
  }
}
