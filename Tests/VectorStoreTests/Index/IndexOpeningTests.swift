import Embedding
import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

@Suite(.enabled(if: TestStore.isFile)) struct IndexOpeningTests {
  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch { return error.localizedDescription }
  }

  @Test func readingAloneMakesNoFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deep/index.sqlite"
    #expect(throws: SearchIndexError.missing(path)) { try SearchIndex(at: path, access: .readOnly) }
    let line = message { _ = try SearchIndex(at: path, access: .readOnly) }
    #expect(line == "There is no index at \(path).")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try folder.write("", to: "empty.sqlite")
    #expect(throws: SearchIndexError.missing(folder.path + "/empty.sqlite")) {
      try SearchIndex(at: folder.path + "/empty.sqlite", access: .readOnly)
    }
  }

  @Test func writingMakesTheFoldersAbove() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deep/er/index.sqlite"
    let index = try SearchIndex(at: path)
    #expect(try await index.status().documents == 0)
    #expect(try await index.status().space == nil)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func aFileThatIsSomethingElseIsLeftAlone() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(String(repeating: "not a database\n", count: 500), to: "notes.txt")
    let short = try folder.write("x", to: "short.txt")
    let foreign = folder.path + "/foreign.sqlite"
    try await DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE mine (id INTEGER)") }
    let bare = folder.path + "/bare.sqlite"
    try await DatabaseQueue(path: bare).write { try $0.execute(sql: "PRAGMA user_version = 3") }
    for path in [text, short, foreign, bare, folder.path] {
      let before = try? Data(contentsOf: URL(fileURLWithPath: path))
      for access in [SearchIndex.Access.readOnly, .readWrite] {
        #expect(throws: SearchIndexError.notAnIndex(path)) { try SearchIndex(at: path, access: access) }
      }
      let after = try? Data(contentsOf: URL(fileURLWithPath: path))
      #expect(after == before)
    }
  }

  @Test func aTruncatedIndexIsDamagedOrNoIndex() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store((0..<50).map { "text \($0)" })
    try await fixture.index.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for length in [1, 50, 100, 4096, 8192, 20_000, 100_000] where length < whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: fixture.path))
      await #expect(throws: SearchIndexError.self, "at \(length) bytes") {
        let index = try SearchIndex(at: fixture.path, access: .readOnly)
        if try await index.check() != [] { throw SearchIndexError.corrupt(path: "", reason: "") }
      }
    }
  }

  @Test func anotherEncoderIsRefusedByName() async throws {
    let fixture = try await StoreFixture()
    let other = FixedSpaceEncoder(name: "other", dimensions: 3, fingerprint: "fedcba9876543210")
    // While there are no vectors, any encoder will do.
    _ = try SearchIndex(at: fixture.path, encoder: other)
    try await fixture.store(["one"])
    let stored = try #require(fixture.index.encoder).space
    #expect(throws: SearchIndexError.differentSpace(stored: stored, requested: other.space)) {
      try SearchIndex(at: fixture.path, encoder: other)
    }
    let line = message { _ = try SearchIndex(at: fixture.path, encoder: other) }
    for part in ["test (8 dimensions, fingerprint 01234567)", "other (3 dim", "fedcba98"] {
      #expect(line.contains(part))
    }
    #expect(!line.contains("\n"))
    #expect(try await SearchIndex(at: fixture.path).status().space == stored)
    let renamed = FixedSpaceEncoder(name: "renamed", dimensions: 8)
    #expect(try await SearchIndex(at: fixture.path, encoder: renamed).status().documents == 1)
  }

  @Test func anIndexTakesTheContentsOfItsSuccessor() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one"])
    try await fixture.index.noteFolder("/notes", indexedAt: 5)
    let reader = try await fixture.another(access: .readOnly)
    var generator = SeededGenerator(seed: 8)
    #expect(try await reader.nearest(to: .random(8, using: &generator), limit: 5).count == 1)

    let other = FixedSpaceEncoder(name: "other", dimensions: 3)
    let successor = try SearchIndex(at: SearchIndex.successorPath(ofIndexAt: fixture.path), encoder: other)
    let vector = UnitVector.random(3, using: &generator)
    try await successor.apply([.replace(.test("a.md"), [.test("fresh", vector: vector)])])
    try await successor.close()
    try await fixture.index.noteFolder("/more", indexedAt: 5)
    #expect(try await !SearchIndex.adoptSuccessor(ofIndexAt: fixture.path, waitingFor: .zero))
    #expect(try await reader.keywordMatches("one", limit: 5).count == 1)
    _ = try await fixture.index.removeFolder("/more")
    #expect(try await SearchIndex.adoptSuccessor(ofIndexAt: fixture.path, waitingFor: .zero))

    let index = try SearchIndex(at: fixture.path, encoder: other)
    #expect(try await index.status().space == other.space)
    #expect(try await index.nearest(to: vector, limit: 5).map(\.cosine) == [vector.cosine(to: vector)])
    // One that was opened before is told, and does not compare vectors of two spaces.
    let old = try #require(fixture.index.encoder).space
    await #expect(throws: SearchIndexError.differentSpace(stored: other.space, requested: old)) {
      try await reader.nearest(to: .random(8, using: &generator), limit: 5)
    }
    #expect(try await fixture.index.vectors(forDigests: ["\(vector.elements)"]) == [:])
    #expect(try await reader.keywordMatches("one", limit: 5).isEmpty)
    #expect(try await reader.keywordMatches("fresh", limit: 5).count == 1)
    #expect(try await index.check() == [])
    // The first opener still has the old encoder, and may not add to vectors of another.
    await #expect(throws: SearchIndexError.self) { try await fixture.store(["two"]) }
  }

  @Test func withoutAnEncoderVectorsAreStoredOnlyInAKnownSpace() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(at: folder.path + "/index.sqlite")
    let vector = try #require(UnitVector(normalizing: [3, 4]))
    await #expect(throws: SearchIndexError.noEncoder(index.path)) {
      try await index.apply([.replace(.test("a.md"), [.test("a", vector: vector)])])
    }
    let encoded = try SearchIndex(at: index.path, encoder: FixedSpaceEncoder(dimensions: 2))
    try await encoded.apply([.replace(.test("a.md"), [.test("a", vector: vector)])])
    try await index.apply([.replace(.test("b.md"), [.test("b", vector: vector)])])
    #expect(try await index.nearest(to: vector, limit: 5).count == 2)
  }

  @Test(arguments: [0, 999]) func anIndexOfAnotherVersionIsRefused(version: Int) async throws {
    let fixture = try await StoreFixture()
    try await fixture.index.close()
    try await DatabaseQueue(path: fixture.path).write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    for access in [SearchIndex.Access.readOnly, .readWrite] {
      #expect(throws: SearchIndexError.otherVersion(fixture.path)) { try SearchIndex(at: fixture.path, access: access) }
    }
  }

  /// One of them makes its tables; the others see that it has been done.
  @Test func manyMayOpenANewIndexAtOnce() async throws {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/index.sqlite"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let index = try SearchIndex(at: path)
            #expect(try await index.status().chunks == 0)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func anIndexReachedByALinkHasOneLock() async throws {
    let fixture = try await StoreFixture()
    let link = fixture.folder.path + "/link.sqlite"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
    let linked = try SearchIndex(at: link)
    try await fixture.index.beginWriting()
    await #expect(throws: SearchIndexError.self) { try await linked.beginWriting() }
  }
}
