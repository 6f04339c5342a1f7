import Foundation
import TestSupport
import Testing

/// A whole home folder is indexed only if that is confirmed.
@Suite struct WideFolderTests {
  @Test func withoutATerminalTheOptionIsNeeded() async throws {
    let notes = try Notes()
    for (folder, description) in [(".", "is your home folder"), ("/", "contains your home folder")] {
      for command in ["index", "watch"] {
        let refused = try await notes.rag(command, folder)
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(
          refused.errors.contains("\(description): every document in it would be indexed: name a folder of notes, or ")
            && refused.errors.contains("confirm with --yes"), "\(refused)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: notes.index))
    #expect(try await notes.rag("index", "--yes", ".").status == 0)
    // What is in the index is not asked for again.
    #expect(try await notes.rag("index", ".").status == 0)
    #expect(try await notes.rag("index", notes.notes).status == 0)
  }

  @Test func onATerminalItAsks() async throws {
    let notes = try Notes()
    func run(typing lines: [String]) async throws -> (status: Int32, shown: String) {
      try await Terminal.run(["index", "."], typing: lines, environment: notes.environment, in: notes.folder.path)
    }
    let refused = try await run(typing: ["n"])
    #expect(refused.status == 2 && refused.shown.contains("Continue? [y/N]"), "\(refused)")
    #expect(refused.shown.contains("nothing was indexed"))
    #expect(!FileManager.default.fileExists(atPath: notes.index))
    let confirmed = try await run(typing: ["y"])
    #expect(confirmed.status == 0 && confirmed.shown.contains("2 new or changed"), "\(confirmed)")
  }

  @Test func aFolderOfNotesNeedsNoOption() async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
  }
}
