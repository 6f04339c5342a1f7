import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// What is said to differ is what a run then changes.
@Suite struct FolderDiffTests {
  /// Files and folders of notes become something else.
  enum Case: CaseIterable {
    case same, touched, rewritten, longer, new, broken, removed, ignored, nowALink, nowAPipe, nowAFolder, renamed
    case underUnreadableRules, rulesUnreadable, folderRemoved, folderEmptied, folderMoved

    /// Changed, missing, ignored, unreadable, unindexed; of four notes.
    var expected: [Int] {
      switch self {
      case .same, .touched: [0, 0, 0, 0, 0]
      case .rewritten, .longer: [1, 0, 0, 0, 0]
      case .new, .broken: [0, 0, 0, 0, 1]
      case .removed: [0, 1, 0, 0, 0]
      case .ignored, .nowAFolder: [0, 0, 1, 0, 0]
      case .nowALink, .nowAPipe, .underUnreadableRules, .rulesUnreadable: [0, 0, 0, 1, 0]
      case .renamed: [0, 1, 0, 0, 1]
      case .folderRemoved: [0, 2, 0, 0, 0]
      case .folderEmptied, .folderMoved: [0, 4, 0, 0, 0]
      }
    }

    /// Whether the index keeps what it has of the folder, as of a disk that is not mounted.
    var isOutOfReach: Bool { [.rulesUnreadable, .folderEmptied, .folderMoved].contains(self) }

    func make(in fixture: IndexerFixture) throws {
      let files = FileManager.default
      let note = fixture.notesPath + "/a.md"
      switch self {
      case .same: break
      case .touched: try fixture.setAge(9, of: "a.md")
      case .rewritten: try fixture.write("# B\n", to: "a.md", age: 9)
      case .longer: try fixture.write("# Longer\n", to: "a.md")
      case .new: try fixture.write("# New\n", to: "new.md")
      case .broken: try fixture.makeHuge("broken.md")
      case .removed: try fixture.remove("a.md")
      case .ignored: try fixture.write("a.md\n", to: ".ragignore")
      case .nowALink:
        try fixture.remove("a.md")
        try files.createSymbolicLink(atPath: note, withDestinationPath: "nowhere")
      case .nowAPipe:
        try fixture.remove("a.md")
        #expect(mkfifo(note, 0o600) == 0)
      case .nowAFolder:
        try fixture.remove("a.md")
        try files.createDirectory(atPath: note, withIntermediateDirectories: true)
      case .renamed: try fixture.move("a.md", to: "z.md")
      case .underUnreadableRules:
        try fixture.remove("sub/c.md")
        try files.createDirectory(atPath: fixture.notesPath + "/sub/.gitignore", withIntermediateDirectories: true)
      case .rulesUnreadable:
        try fixture.remove("sub/c.md")
        try files.createDirectory(atPath: fixture.notesPath + "/.ragignore", withIntermediateDirectories: true)
      case .folderRemoved: try fixture.remove("sub")
      case .folderEmptied: for path in ["a.md", "b.md", "sub"] { try fixture.remove(path) }
      case .folderMoved: try fixture.move("", to: "../elsewhere")
      }
    }
  }

  @Test(arguments: Case.allCases) func whatIsSaidToDifferIsWhatARunChanges(difference: Case) async throws {
    let fixture = try await IndexerFixture([
      "a.md": "# A\n", "b.md": "# B\n\nb\n", "sub/c.md": "# C\n", "sub/d.md": "# D\n",
    ])
    try await fixture.update()
    try difference.make(in: fixture)
    let documents = try await fixture.index.documents(in: fixture.notesPath)
    var folder = try #require(try await fixture.index.status().folders.first)
    let said = try FolderChanges(in: folder, since: documents)
    #expect(said.failed.isEmpty)
    let counts = [said.changed, said.missing, said.ignored, said.unreadable, said.unindexed]
    #expect(counts == difference.expected)
    let waiting = try #require(try await fixture.index.waitingFiles(within: .seconds(600)))
    #expect(waiting.gone == (difference.isOutOfReach ? 0 : said.missing) && waiting.changed == said.changed)

    let report = try await fixture.update()
    #expect(report.isOutOfReach == difference.isOutOfReach)
    guard !report.isOutOfReach else {
      #expect(report.removed == 0 && report.changed == 0)
      return
    }
    #expect(report.removed + report.moved == said.missing + said.ignored)
    #expect(report.failures.count == said.unreadable + (difference == .broken ? 1 : 0))
    #expect(report.changed + report.moved == said.changed + said.unindexed - (difference == .broken ? 1 : 0))
    // What could not be looked at is still there, and is all that differs still.
    let kept = try await fixture.index.documents(in: fixture.notesPath)
    folder.indexedSeconds += 60
    let left = try FolderChanges(in: folder, since: kept)
    #expect(left.changed == 0 && left.missing == 0 && left.ignored == 0)
    #expect(left.unreadable == said.unreadable && left.unindexed == (difference == .broken ? 1 : 0))
    #expect(left.failed.count == left.unindexed)
  }

  /// Ways in which a note that was ignored becomes visible.
  enum Unveiling: CaseIterable {
    case deleted, emptied, moved, outerDeleted

    func make(in fixture: IndexerFixture) throws {
      switch self {
      case .deleted: try fixture.remove("sub/.ragignore")
      case .emptied: try fixture.write("", to: "sub/.ragignore")
      case .moved: try fixture.move("sub/.ragignore", to: "sub/rules")
      case .outerDeleted: try fixture.remove(".gitignore")
      }
    }
  }

  /// Such a note is older than the last update, as is one that could not be indexed.
  @Test(arguments: Unveiling.allCases)
  func aNoteThatIsNoLongerIgnoredIsNewAndHasNotFailed(unveiling: Unveiling) async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "sub/b.md": "# B\n", "sub/.ragignore": "b.md\n"])
    if unveiling == .outerDeleted {
      try fixture.remove("sub/.ragignore")
      try fixture.write("sub/b.md\n", to: ".gitignore")
    }
    try fixture.makeHuge("old/broken.md")
    try await fixture.update()
    #expect(try await fixture.paths() == ["a.md"])
    // The clock counts seconds.
    try await Task.sleep(for: .milliseconds(2100))
    let read = Int64(Date().timeIntervalSince1970)
    try await fixture.index.noteFolder(fixture.notesPath, indexedAt: read)
    func changes() async throws -> FolderChanges {
      let folder = try #require(try await fixture.index.status().folders.first)
      return try FolderChanges(in: folder, since: try await fixture.index.documents(in: fixture.notesPath))
    }
    #expect(try await changes().failed == ["old/broken.md"])
    try await Task.sleep(for: .milliseconds(1100))
    try unveiling.make(in: fixture)
    let failed = try await changes().failed
    // A rule at the top may have been for any note.
    #expect(failed == (unveiling == .outerDeleted ? [] : ["old/broken.md"]))
    let waiting = try #require(try await fixture.index.waitingFiles(within: .seconds(600)))
    #expect(waiting.new == 2 - failed.count)
    try await fixture.update()
    #expect(try await fixture.paths() == ["a.md", "sub/b.md"])
  }
}
