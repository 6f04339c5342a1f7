import Embedding
import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// An index that is kept up to date has what its folder has, whatever happens to the folder.
@Suite struct IndexWatchTests {
  @Test func notesOfFoldersWithinNewFoldersAreIndexed() async throws {
    let notes = try await WatchedNotes()
    try await notes.start()
    for n in 0..<30 { try notes.fixture.write("Note \(n).", to: "new \(n)/in/deep/note.md") }
    try await notes.wait { try await $0.fixture.paths().count == 31 }
    // A folder that was found late is followed too.
    try notes.fixture.write("Another.", to: "new 29/in/deep/other.md")
    try await notes.wait { try await $0.fixture.paths().contains("new 29/in/deep/other.md") }
  }

  @Test func aFolderWithoutNotesIsFollowedUntilItHasSome() async throws {
    let notes = try await WatchedNotes([:])
    try await notes.start()
    try notes.fixture.write("The first.", to: "b.md")
    try await notes.waitForPaths("b.md")
    #expect(!notes.events.contains("left"), "\(notes.events)")
  }

  @Test func aFolderThatVanishesKeepsItsNotesAndIsFollowedWhenItComesBack() async throws {
    let notes = try await WatchedNotes()
    let elsewhere = notes.fixture.folder.path + "/elsewhere"
    try await notes.start()
    try FileManager.default.moveItem(atPath: notes.fixture.notesPath, toPath: elsewhere)
    try await notes.wait { $0.events.contains("lost") }
    #expect(try await notes.fixture.paths() == ["a.md"])
    try FileManager.default.moveItem(atPath: elsewhere, toPath: notes.fixture.notesPath)
    try await notes.wait { $0.events.contains("found") }
    try notes.fixture.write("The second.", to: "b.md")
    try await notes.waitForPaths("a.md", "b.md")
    #expect(notes.events.filter { $0 == "lost" }.count == 1)
  }

  @Test func anotherFolderInItsPlaceIsFollowed() async throws {
    let notes = try await WatchedNotes()
    try await notes.start()
    try FileManager.default.removeItem(atPath: notes.fixture.notesPath)
    try await notes.wait { $0.events.contains("lost") }
    try notes.fixture.write("The second.", to: "in/b.md")
    try await notes.waitForPaths("in/b.md")
    try notes.fixture.write("The third.", to: "in/c.md")
    try await notes.waitForPaths("in/b.md", "in/c.md")
  }

  @Test func anEmptiedFolderKeepsItsNotesInTheIndex() async throws {
    let notes = try await WatchedNotes()
    try await notes.start()
    try notes.fixture.remove("a.md")
    try await notes.wait { $0.events.contains("lost") }
    #expect(try await notes.fixture.paths() == ["a.md"])
    try notes.fixture.write("The second.", to: "b.md")
    try await notes.waitForPaths("b.md")
  }

  @Test func anEmptiedFolderThatVanishesIsFollowedWhenItComesBackWithNotes() async throws {
    let notes = try await WatchedNotes()
    let elsewhere = notes.fixture.folder.path + "/elsewhere"
    try await notes.start(comeback: .seconds(2))
    try notes.fixture.remove("a.md")
    try await notes.wait { $0.events.contains("lost") }
    try FileManager.default.moveItem(atPath: notes.fixture.notesPath, toPath: elsewhere)
    // Long enough for a look while the folder is away.
    try await Task.sleep(for: .milliseconds(800))
    try Data("The second.".utf8).write(to: URL(filePath: elsewhere + "/b.md"))
    try FileManager.default.moveItem(atPath: elsewhere, toPath: notes.fixture.notesPath)
    try await notes.waitForPaths("b.md")
  }

  @Test(arguments: [FolderWatchError.limit(name: "watches"), .fileSystem(kind: "nfs4", folder: "/x"), .unsupported])
  func whereTheSystemTellsOfNothingItIsLookedAgainAndAgain(reason: FolderWatchError) async throws {
    let notes = try await WatchedNotes()
    try await notes.start(events: RefusingWatch(reason: reason))
    try notes.fixture.write("The second.", to: "in/b.md")
    try await notes.waitForPaths("a.md", "in/b.md")
    #expect(notes.events.filter { $0.hasPrefix("polling") } == ["polling: \(reason)"])
  }

  /// Writers of a database do not exclude each other.
  @Test(.enabled(if: TestStore.isFile)) func anotherWriterIsWaitedForAndNotDisturbed() async throws {
    let notes = try await WatchedNotes()
    try await notes.start()
    try await notes.fixture.index.whileWriting {
      try notes.fixture.write("The second.", to: "b.md")
      try await notes.wait { $0.events.contains("waiting") }
      #expect(try await notes.fixture.paths() == ["a.md"])
    }
    try await notes.waitForPaths("a.md", "b.md")
    #expect(notes.events.filter { $0 == "waiting" }.count == 1)
  }

  @Test func notesThatAreNoLongerIgnoredAreIndexed() async throws {
    let notes = try await WatchedNotes([
      "a.md": "The first.", "b.md": "The second.", "c.md": "The third.", ".ragignore": "b.md\nc.md\n",
    ])
    try await notes.start()
    #expect(try await notes.fixture.paths() == ["a.md"])
    // A second later, so that the notes are older than the last update.
    try await Task.sleep(for: .milliseconds(1100))
    try await notes.fixture.index.noteFolder(
      notes.fixture.notesPath, indexedAt: Int64(Date().timeIntervalSince1970))
    try await Task.sleep(for: .milliseconds(1100))
    try notes.fixture.write("c.md\n", to: ".ragignore")
    try await notes.waitForPaths("a.md", "b.md")
    try await Task.sleep(for: .milliseconds(1100))
    try notes.fixture.remove(".ragignore")
    try await notes.waitForPaths("a.md", "b.md", "c.md")
  }

  @Test func aForgottenFolderIsNotIndexedAgain() async throws {
    let notes = try await WatchedNotes()
    try await notes.start()
    _ = try await notes.fixture.index.removeFolder(notes.fixture.notesPath)
    try notes.fixture.write("The second.", to: "b.md")
    try await notes.wait { $0.events.contains("left") }
    try notes.fixture.write("The third.", to: "c.md")
    try await Task.sleep(for: .milliseconds(600))
    #expect(try await notes.fixture.index.folders() == [])
  }

  @Test func foldersThatTheIndexGetsLaterAreFollowed() async throws {
    let notes = try await WatchedNotes()
    try await notes.start(named: [])
    _ = try await notes.fixture.update()
    try await notes.wait { $0.events.contains { $0.hasPrefix("following") } }
    try notes.fixture.write("The second.", to: "b.md")
    try await notes.waitForPaths("a.md", "b.md")
  }

  /// `SharedWatchTests` has a database that is away.
  @Test(.enabled(if: TestStore.isFile)) func anIndexThatIsAwayForAMomentKeepsItsFolders() async throws {
    let notes = try await WatchedNotes()
    _ = try await notes.fixture.update()
    try await notes.start(named: [])
    let (path, aside) = (notes.fixture.index.path, notes.fixture.folder.path + "/aside.sqlite")
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try notes.fixture.write("The second.", to: "b.md")
    try await notes.wait { $0.events.contains { $0.hasPrefix("failed") } }
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    try notes.fixture.write("The third.", to: "c.md")
    try await notes.waitForPaths("a.md", "b.md", "c.md")
    #expect(!notes.events.contains("left"))
  }

  /// Several may watch a database, each other folders: `SharedWatchTests`.
  @Test(.enabled(if: TestStore.isFile)) func onlyOneProcessWatchesAnIndexAndItIsNamed() async throws {
    let notes = try await WatchedNotes()
    let path = notes.fixture.index.path
    #expect(try await notes.fixture.index.watchers() == [])
    try await notes.start()
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(try await notes.fixture.index.watchers() == [IndexWatcher(processID: process)])
    let encoder = notes.fixture.encoder
    let other = IndexWatch(of: WatchedFile(path), folders: [], encoder: { encoder }, onEvent: { _ in })
    await #expect(
      throws: IndexingError.watched(index: path, processID: process)
    ) { try await other.run() }
    await notes.stop()
    #expect(try await notes.fixture.index.watchers() == [])
  }

  @Test func theEncoderIsLoadedForTheFirstChangeAndAgainAfterALongPause() async throws {
    let encoder = KeptEncoder(for: .milliseconds(50)) { HashingEncoder(name: UUID().uuidString) }
    let first = try await encoder.value { _ in true }
    #expect(try await encoder.value { _ in true }.space == first.space)
    #expect(try await encoder.value { _ in false }.space != first.space)
    let third = try await encoder.value { _ in true }
    // A use delays it. A busy machine may take longer than the time.
    var pause = Duration.milliseconds(100)
    while try await encoder.value(where: { _ in true }).space == third.space, pause < .seconds(60) {
      try await Task.sleep(for: pause)
      pause *= 2
    }
    #expect(pause < .seconds(60))
  }
}

/// A watch that follows nothing.
private struct RefusingWatch: FolderWatch {
  var reason: FolderWatchError

  func follow(_ folders: [String], of root: String) throws(FolderWatchError) -> Int { throw reason }
  func leave(_ root: String) {}
  func stop() {}
}
