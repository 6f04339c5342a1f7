import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// No note is indexed under two names.
@Suite struct NestedFolderTests {
  @Test func aFolderInsideAnIndexedOneIsBroughtUpToDateWithIt() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "work/b.md": "# B\n"])
    try await fixture.update()
    try fixture.write("# C\n", to: "work/c.md")
    let report = try await fixture.index.update(from: fixture.notesPath + "/work")
    #expect(report.folder == fixture.notesPath && report.changed == 1 && report.files == 3)
    #expect(report.warnings == [.partOfIndexedFolder(folder: fixture.notesPath + "/work", whole: fixture.notesPath)])
    #expect(try await fixture.index.folders() == [fixture.notesPath])
  }

  @Test func aFolderAroundIndexedOnesTakesThemIn() async throws {
    let fixture = try await IndexerFixture([
      "a.md": "# A\n", "work/b.md": "# B\n", "work/deep/c.md": "# C\n", "home/d.md": "# D\n",
    ])
    _ = try await fixture.index.update(from: fixture.notesPath + "/work")
    _ = try await fixture.index.update(from: fixture.notesPath + "/home")
    try fixture.write("# New\n", to: "home/d.md", age: 3)
    try fixture.remove("work/b.md")
    let encoded = fixture.encoder.encodedTexts.count
    let report = try await fixture.update()
    let inner = ["/home", "/work"].map { fixture.notesPath + $0 }
    #expect(report.warnings == inner.map { .absorbed(folder: $0, into: fixture.notesPath) })
    #expect(report.changed == 2 && report.removed == 1 && report.unchanged == 1)
    #expect(fixture.encoder.encodedTexts.count == encoded + 2)
    #expect(try await fixture.index.folders() == [fixture.notesPath])
    #expect(try await fixture.paths() == ["a.md", "home/d.md", "work/deep/c.md"])
  }

  @Test func anIgnoredOrHiddenFolderMayStandByItself() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "drafts/b.md": "# B\n", ".secret/c.md": "# C\n"])
    try fixture.folder.write("drafts/\n", to: "notes/.gitignore")
    for inner in ["", "/drafts", "/.secret"] { _ = try await fixture.index.update(from: fixture.notesPath + inner) }
    let reports = try await fixture.index.update()
    #expect(reports.map(\.folder) == ["", "/.secret", "/drafts"].map { fixture.notesPath + $0 })
    #expect(reports.allSatisfy { $0.unchanged == 1 && $0.files == 1 && $0.warnings.isEmpty })
    // No longer ignored, it is taken in.
    try fixture.remove(".gitignore")
    #expect(try await fixture.index.update().count == 2)
    #expect(try await fixture.index.status().documents == 3)
    #expect(try await fixture.index.folders() == ["", "/.secret"].map { fixture.notesPath + $0 })
  }

  @Test func theSameFolderUnderAnotherNameIsTheSameFolder() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n"])
    try await fixture.update()
    let link = fixture.folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "notes")
    for path in [link, fixture.notesPath + "/../link/.", fixture.notesPath + "/"] {
      let report = try await fixture.index.update(from: path)
      #expect(report.folder == fixture.notesPath && report.unchanged == 1)
    }
    #expect(try await fixture.index.folders() == [fixture.notesPath])
  }

  @Test func anInnerFolderWhoseDiskIsGoneIsNotTakenIn() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "disk/b.md": "# B\n"])
    _ = try await fixture.index.update(from: fixture.notesPath + "/disk")
    try fixture.remove("disk/b.md")
    try await fixture.update()
    #expect(try await fixture.index.status().documents == 2)
    #expect(try await fixture.index.folders().count == 2)
  }
}
