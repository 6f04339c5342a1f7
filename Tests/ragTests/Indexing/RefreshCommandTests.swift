import Foundation
import TestSupport
import Testing

/// Commands that search find what has just been written.
@Suite struct RefreshCommandTests {
  private let notes: Notes

  init() async throws {
    notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    try notes.folder.write("# Tide\n\nHigh tide is at six on the quay of Kirkwall.\n", to: "notes/tide.md")
  }

  @Test(arguments: [["search"], ["search", "--ranking", "keyword"], ["ask", "--all"]])
  func aNewNoteIsFound(command: [String]) async throws {
    let result = try await notes.rag(command + ["tide at Kirkwall"])
    #expect(result.status == 0 && result.output.contains("tide.md"), "\(result)")
    #expect(result.errors.isEmpty, "\(result.errors)")
    try FileManager.default.removeItem(atPath: notes.notes + "/tide.md")
    #expect(try await !notes.rag(command + ["tide at Kirkwall"]).output.contains("tide.md"))
  }

  @Test func theIndexStaysAsItIsIfThatIsWanted() async throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: notes.index))
    let result = try await notes.rag("search", "--no-refresh", "tide at Kirkwall")
    #expect(!result.output.contains("tide.md"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: notes.index)) == before)
  }

  @Test func whatCannotBeIndexedAtOnceIsSaid() async throws {
    let result = try await notes.rag(
      ["search", "--ranking", "keyword", "tyre pressure"], environment: notes.noModels)
    #expect(result.output.contains("bike.md"))
    #expect(
      result.errors == "rag: the index is out of date for 1 file (1 new): run 'rag index'\n", "\(result.errors)")
  }

  /// Many failures are one line before each search; `rag status` names them.
  @Test func manyFilesThatCannotBeReadAreCounted() async throws {
    for name in ["a", "b", "c"] {
      try Data([0x63, 0xE9, 0x0A]).write(to: URL(fileURLWithPath: notes.notes + "/\(name).txt"))
    }
    let result = try await notes.rag("search", "tide at Kirkwall")
    #expect(result.output.contains("tide.md"))
    #expect(result.errors == "rag: 3 files could not be read as a whole: see 'rag status'\n", "\(result.errors)")
  }
}
