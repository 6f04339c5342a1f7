import Embedding
import Foundation
import Indexer
import Synchronization
import TestSupport
import Testing
import VectorStore

/// A change of the encoder: the index answers with the old one until the new one has encoded everything.
@Suite(.enabled(if: TestStore.isFile)) struct ReencodingTests {
  private static let notes = Dictionary(
    uniqueKeysWithValues: (0..<600).map { number in
      ("\(number % 7)/\(number).md", "# Note \(number)\n\n" + String(repeating: "w\(number) ", count: 40))
    })

  private func indexed(_ notes: [String: String] = Self.notes) async throws -> IndexerFixture {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    try await fixture.index.close()
    return fixture
  }

  /// A new index of the same notes.
  private func fresh(_ fixture: IndexerFixture, _ encoder: HashingEncoder) async throws -> [String] {
    let index = try SearchIndex(at: fixture.folder.path + "/fresh.sqlite", encoder: encoder)
    _ = try await index.update(from: fixture.notesPath)
    return try await IndexerFixture(of: index, in: fixture).contents()
  }

  private func expectChanged(_ fixture: IndexerFixture, to encoder: HashingEncoder) async throws {
    let index = try SearchIndex(at: fixture.index.path, encoder: encoder)
    #expect(try await index.check() == [])
    #expect(try await index.status().space == encoder.space)
    #expect(try await index.unfinishedFolders().isEmpty)
    #expect(try await IndexerFixture(of: index, in: fixture).contents() == fresh(fixture, encoder))
    #expect(try await index.nearest(to: try await encoder.encode("w42"), limit: 1).count == 1)
    try await index.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(Set(left).isSubset(of: ["index.sqlite", "notes", "fresh.sqlite", "fresh.sqlite-wal", "fresh.sqlite-shm"]))
  }

  @Test func theIndexAnswersAsBeforeUntilAllIsEncoded() async throws {
    let fixture = try await indexed()
    let reader = try SearchIndex(at: fixture.index.path, encoder: fixture.encoder, access: .readOnly)
    let query = try await fixture.encoder.encode("w42 w42")
    let before = try await reader.nearest(to: query, limit: 5).map(\.cosine)
    let answers = Mutex<[[Float]]>([])
    let other = HashingEncoder(dimensions: 48, maximumTokens: 24, name: "other") { _ in
      let found = try await reader.nearest(to: query, limit: 5).map(\.cosine)
      answers.withLock { $0.append(found) }
    }
    let reports = try await SearchIndex.reencode(indexAt: fixture.index.path, with: other)
    #expect(reports.map(\.changed) == [600] && reports[0].failures.isEmpty)
    #expect(answers.withLock { $0 }.count > 1 && answers.withLock { $0 }.allSatisfy { $0 == before })
    // What was opened before is told, and does not compare vectors of two spaces.
    let (old, new) = (fixture.encoder.space, other.space)
    await #expect(throws: SearchIndexError.differentSpace(stored: new, requested: old)) {
      try await reader.nearest(to: query, limit: 5)
    }
    try await reader.close()
    try await expectChanged(fixture, to: HashingEncoder(dimensions: 48, maximumTokens: 24, name: "other"))
  }

  @Test func aChangeThatEndsEarlyGoesOn() async throws {
    let fixture = try await indexed()
    let calls = Mutex(0)
    let first = HashingEncoder(dimensions: 48, name: "other") { _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call == 3 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let path = fixture.index.path
    await #expect(throws: CancellationError.self) {
      try await Task { try await SearchIndex.reencode(indexAt: path, with: first) }.value
    }
    #expect(SearchIndex.unfinishedSpace(ofIndexAt: path) == first.space)
    #expect(try await SearchIndex(at: path, encoder: fixture.encoder).status().chunks == 600)

    let second = HashingEncoder(dimensions: 48, name: "other")
    let reports = try await SearchIndex.reencode(indexAt: path, with: second)
    #expect(reports[0].encodedChunks > 0 && reports[0].encodedChunks < 600 && reports[0].chunks == 600)
    #expect(SearchIndex.unfinishedSpace(ofIndexAt: path) == nil)
    try await expectChanged(fixture, to: second)
  }

  @Test func aChangeThatEndsBeforeTheFirstVectorIsKnown() async throws {
    struct Stop: Error {}
    let fixture = try await indexed(["a.md": "# A\n"])
    let other = HashingEncoder(dimensions: 48, name: "other") { _ in throw Stop() }
    await #expect(throws: Stop.self) {
      _ = try await SearchIndex.reencode(indexAt: fixture.index.path, with: other)
    }
    #expect(SearchIndex.unfinishedSpace(ofIndexAt: fixture.index.path) == other.space)
  }

  @Test func anotherEncoderStartsOver() async throws {
    let fixture = try await indexed()
    let path = fixture.index.path
    let unfinished = try SearchIndex(
      at: SearchIndex.successorPath(ofIndexAt: path), encoder: HashingEncoder(dimensions: 12, name: "unfinished"))
    _ = try await unfinished.update(from: fixture.notesPath)
    try await unfinished.close()
    let other = HashingEncoder(dimensions: 48, name: "other")
    #expect(try await SearchIndex.reencode(indexAt: path, with: other).map(\.encodedChunks) == [600])
    try await expectChanged(fixture, to: other)
  }

  /// The rest of what is beside the index is damaged, as after a torn write.
  @Test func whatCannotBeReadIsEncodedAgain() async throws {
    let fixture = try await indexed()
    let path = fixture.index.path
    try Data("no index".utf8).write(to: URL(fileURLWithPath: SearchIndex.successorPath(ofIndexAt: path)))
    let other = HashingEncoder(dimensions: 48, name: "other")
    _ = try await SearchIndex.reencode(indexAt: path, with: other)
    try await expectChanged(fixture, to: other)
  }

  @Test func whatCouldNotBeEncodedAgainIsNotThrownAway() async throws {
    let fixture = try await indexed(["a.md": "# A\n\ntext\n", "b.md": "# B\n"])
    let path = fixture.index.path
    let other = HashingEncoder(dimensions: 16, name: "other")
    #expect(throws: SearchIndexError.self) { try SearchIndex(at: path, encoder: other) }
    try fixture.move("", to: "../away")
    await #expect(throws: IndexingError.folderOutOfReach(fixture.notesPath)) {
      _ = try await SearchIndex.reencode(indexAt: path, with: other)
    }
    #expect(try await SearchIndex(at: path, encoder: fixture.encoder).status().chunks == 2)
    try FileManager.default.moveItem(atPath: fixture.folder.path + "/away", toPath: fixture.notesPath)
    #expect(try await SearchIndex.reencode(indexAt: path, with: other).map(\.encodedChunks) == [2])
    try await expectChanged(fixture, to: other)
  }

  @Test func aFolderThatIsLostMeanwhileLosesNothing() async throws {
    let fixture = try await indexed()
    let path = fixture.index.path
    let other = HashingEncoder(dimensions: 16, name: "other") { _ in
      if FileManager.default.fileExists(atPath: fixture.notesPath) { try fixture.move("", to: "../away") }
    }
    await #expect(throws: IndexingError.folderOutOfReach(fixture.notesPath)) {
      _ = try await SearchIndex.reencode(indexAt: path, with: other)
    }
    #expect(try await SearchIndex(at: path, encoder: fixture.encoder).status().chunks == 600)
  }

  @Test func aFolderThatIsAddedMeanwhileIsEncodedToo() async throws {
    let fixture = try await indexed(["a.md": "# A\n\ntext\n"])
    let path = fixture.index.path
    try fixture.folder.write("# More\n", to: "more/b.md")
    let isAdded = Mutex(false)
    let other = HashingEncoder(dimensions: 16, name: "other") { _ in
      guard !isAdded.withLock({ $0 }) else { return }
      isAdded.withLock { $0 = true }
      let index = try SearchIndex(at: path, encoder: fixture.encoder)
      _ = try await index.update(from: fixture.folder.path + "/more")
      try await index.close()
    }
    _ = try await SearchIndex.reencode(indexAt: path, with: other)
    let index = try SearchIndex(at: path, encoder: other)
    #expect(try await index.status().folders.map(\.documents) == [1, 1])
    #expect(try await index.status().space == other.space)
  }

  @Test func foldersWithoutNotesStayKnownAndNewOnesAreAdded() async throws {
    let fixture = try await indexed(["a.md": "# A\n"])
    let (path, missing) = (fixture.index.path, fixture.folder.path + "/missing")
    let index = try SearchIndex(at: path)
    try await index.noteFolder(missing)
    try await index.close()
    try fixture.folder.write("# More\n", to: "more/b.md")
    let other = HashingEncoder(dimensions: 16, name: "other")
    let reports = try await SearchIndex.reencode(
      indexAt: path, with: other, adding: [fixture.folder.path + "/more"])
    #expect(reports.count == 3)
    let folders = try await SearchIndex(at: path).status().folders
    #expect(folders.map(\.path) == [missing, fixture.folder.path + "/more", fixture.notesPath])
    #expect(folders.map(\.documents) == [0, 1, 1])
  }

  @Test func aForgottenFolderIsGoneFromAnUnfinishedChangeToo() async throws {
    let fixture = try await indexed(["a.md": "# Unmistakable\n"])
    let path = fixture.index.path
    let other = HashingEncoder(dimensions: 16, name: "other")
    let unfinished = try SearchIndex(at: SearchIndex.successorPath(ofIndexAt: path), encoder: other)
    _ = try await unfinished.update(from: fixture.notesPath)
    try await unfinished.close()
    try await SearchIndex.removeFolder(fixture.notesPath, fromSuccessorOfIndexAt: path)
    let index = try SearchIndex(at: path)
    _ = try await index.removeFolder(fixture.notesPath)
    try await index.close()
    #expect(try fixture.folder.traces(of: ["unmistakable"], except: "notes").isEmpty)
  }
}
