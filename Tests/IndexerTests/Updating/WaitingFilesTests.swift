import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// Which files of the indexed folders wait for the next run.
@Suite struct WaitingFilesTests {
  private func waiting(in fixture: IndexerFixture) async throws -> [Int] {
    let found = try #require(try await fixture.index.waitingFiles(within: .seconds(600)))
    return [found.changed, found.new, found.gone]
  }

  @Test func whatChangedAndCameAndWentWaits() async throws {
    let fixture = try await IndexerFixture([
      "a.md": "alpha", "b.md": "beta", "c/d.md": "delta", "touched.md": "same", ".gitignore": "hidden.md\n",
    ])
    #expect(try await waiting(in: fixture) == [0, 0, 0], "no folder is indexed")
    try await fixture.update()
    #expect(try await waiting(in: fixture) == [0, 0, 0])
    try fixture.write("ALPHA", to: "a.md", age: 10)
    try fixture.write("longer", to: "b.md")
    try fixture.write("same", to: "touched.md", age: 10)
    #expect(try await waiting(in: fixture) == [2, 0, 0])
    try fixture.write("new", to: "c/new.md", age: 5_000_000)
    try fixture.write("new", to: "e/new.md")
    for (name, text) in [("picture.png", "p"), ("hidden.md", "h"), (".secret.md", "s")] {
      try fixture.write(text, to: name)
    }
    #expect(try await waiting(in: fixture) == [2, 2, 0])
    try fixture.remove("c/d.md")
    #expect(try await waiting(in: fixture) == [2, 2, 1])
    try await fixture.update()
    #expect(try await waiting(in: fixture) == [0, 0, 0])
    try fixture.move("a.md", to: "renamed.md")
    #expect(try await waiting(in: fixture) == [0, 1, 1])
  }

  @Test func aFileThatCannotBeIndexedDoesNotWaitForEver() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try fixture.folder.write(Data([0xFF, 0xFE, 0x00, 0xD8, 0x41]), to: "notes/broken.md")
    #expect(try await fixture.update().failures.count == 1)
    let folder = try #require(try await fixture.index.folders().first)
    // As if the run had been a while after the file was written.
    try await fixture.index.noteFolder(folder, indexedAt: Int64(Date().timeIntervalSince1970) + 60)
    #expect(try await waiting(in: fixture) == [0, 0, 0])
  }

  @Test func aFolderThatIsNotThereHasNoFilesThatWait() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try await fixture.update()
    try FileManager.default.moveItem(atPath: fixture.notesPath, toPath: fixture.folder.path + "/elsewhere")
    #expect(try await waiting(in: fixture) == [0, 0, 0])
    try FileManager.default.createDirectory(atPath: fixture.notesPath, withIntermediateDirectories: true)
    #expect(try await waiting(in: fixture) == [0, 0, 0])
  }

  @Test func aFolderThatIsIndexedInPartIsLeftOut() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try await fixture.update()
    try fixture.write("new", to: "new.md")
    let folder = try #require(try await fixture.index.folders().first)
    try await fixture.index.noteFolder(folder, indexedAt: 0)
    #expect(try await waiting(in: fixture) == [0, 0, 0])
  }

  /// On a busy machine, 50 ms may pass before the first file is looked at.
  @Test func aFewNotesAreSeenWhateverTheLimit() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try await fixture.update()
    try fixture.write("new", to: "new.md")
    #expect(try await fixture.index.waitingFiles(within: .zero)?.new == 1)
  }

  @Test func whoIsInTimeNoLongerGetsNoAnswer() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try await fixture.update()
    try fixture.write("new", to: "new.md")
    let task = Task { () async throws -> WaitingFiles? in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fixture.index.waitingFiles(within: .seconds(600))
    }
    #expect(try await task.value == nil)
  }
}
