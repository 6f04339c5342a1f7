import Foundation
import TestSupport
import Testing

/// What `rag index` says of front matter that it cannot read.
@Suite struct FrontMatterTests {
  /// More data than front matter is read to a limit, and said once.
  @Test func frontMatterOfManyKeysIsSaidOnce() async throws {
    let keys = (1...20_000).map { "key\($0): value \($0)\n" }.joined()
    let notes = try Notes(["big.md": "---\ntitle: Big data\n\(keys)---\n# Below\n\nThe pump is in the cellar.\n"])
    let indexed = try await notes.rag("index", notes.notes)
    let complaint = "rag: \(notes.notes)/big.md: the front matter has 20001 lines, more than 64 KiB: "
    #expect(indexed.errors.split(separator: "\n").filter { $0.hasPrefix(complaint) }.count == 1, "\(indexed.errors)")
    #expect(try await notes.rag("list", "--where", "key1=value 1").output.contains("Big data"))
    #expect(try await notes.rag("search", "pump cellar").output.contains("big.md"))
    #expect(try await notes.rag("index").errors.isEmpty)
  }

  @Test func onlyTheFirstBrokenNotesAreNamed() async throws {
    let files = (10...22).map { ("note\($0).md", "---\ntitle: a: b\n---\nNote \($0).\n") }
    let notes = try Notes(Dictionary(uniqueKeysWithValues: files))
    let indexed = try await notes.rag("index", notes.notes)
    let lines = indexed.errors.split(separator: "\n")
    #expect(
      lines.count == 11 && lines.first?.contains("/note10.md: the front matter is not valid YAML (line 2: ") == true)
    #expect(
      lines.last
        == "rag: \(notes.notes): the front matter of 3 more notes could not be read: 'rag status --json' names them",
      "\(indexed)")
    #expect(try await notes.rag("index").errors.isEmpty)
  }
}
