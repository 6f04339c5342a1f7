import Embedding
import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

@Suite struct IndexWritingTests {
  @Test(.enabled(if: TestStore.isFile)) func nothingOfARemovedFolderIsLeftInTheFile() async throws {
    let fixture = try await StoreFixture(dimensions: 2)
    let vector = try #require(UnitVector(normalizing: [1, 0]))
    for round in 0..<20 {
      let document = Document.test("\(round).md", in: round % 2 == 0 ? "/secret" : "/notes")
      let text = round % 2 == 0 ? "the password is xylophone\(round)" : "the garden"
      try await fixture.index.apply([.replace(document, [.test(text, vector: vector)])])
    }
    func holdsSecret() throws -> Bool {
      try Data(contentsOf: URL(fileURLWithPath: fixture.path)).range(of: Data("xylophone".utf8)) != nil
    }
    #expect(try await fixture.index.removeFolder("/secret") == 10)
    #expect(try await fixture.paths(matching: "garden", limit: 20).count == 10)
    try await fixture.index.close()
    #expect(try !holdsSecret())
  }

  @Test func whatIsStoredIsReadBack() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 1)
    let document = Document(
      folder: "/notes", path: "a/ü b.md", title: "Title \"x\"", size: 1 << 40, modified: 1_763_000_000_123_456_789,
      digest: "abc")
    let chunks = (0..<3).map { number in
      EncodedChunk(
        chunk: Chunk(
          text: "text \0 \(number)", headingPath: ["A \"1\"", "B\0"], lines: number...number + 2,
          bytes: number..<number + 9),
        digest: "d\(number)", vector: .random(8, using: &generator))
    }
    try await fixture.index.apply([.replace(document, chunks)])
    let stored = try await fixture.index.chunks(ofDocument: document.path, in: document.folder)
    #expect(stored.map(\.chunk) == chunks.map(\.chunk))
    #expect(stored.map(\.ordinal) == [0, 1, 2])
    #expect(stored.allSatisfy { $0.document == document })
    #expect(try await fixture.index.documents(in: "/notes") == [document])
    let vectors = try await fixture.index.vectors(forDigests: ["d2", "d0", "none"])
    #expect(vectors == ["d0": chunks[0].vector, "d2": chunks[2].vector])
    let ids = stored.map(\.id)
    let some = try await fixture.index.chunks(withIDs: [ids[2], -1, ids[0], ids[2]])
    #expect(some.map(\.id) == [ids[2], ids[0], ids[2]])
  }

  @Test func aBatchIsAppliedWhollyOrNotAtAll() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 2)
    let vector = UnitVector.random(8, using: &generator)
    try await fixture.store(["first", "second"])
    let before = try await fixture.index.status()
    await #expect(throws: SearchIndexError.unknownDocument(folder: "/notes", path: "absent.md")) {
      try await fixture.index.apply([
        .remove(folder: "/notes", path: "00000.md"),
        .keepChunks(ofPath: "absent.md", as: .test("b.md")),
      ])
    }
    await #expect(throws: SearchIndexError.wrongDimensions(expected: 8, found: 2)) {
      try await fixture.index.apply([
        .replace(.test("00000.md"), [.test("other", vector: vector)]),
        .remove(folder: "/notes", path: "00001.md"),
        .replace(.test("c.md"), [.test("short", vector: UnitVector(normalizing: [1, 2]) ?? vector)]),
      ])
    }
    #expect(try await fixture.index.status().documents == before.documents)
    #expect(try await fixture.paths(matching: "first") == ["00000.md"])
    #expect(try await fixture.paths(matching: "other").isEmpty)
    #expect(try await fixture.index.nearest(to: vector, limit: 10).count == 2)
  }

  @Test func aRenamedDocumentKeepsItsChunks() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["first", "second"])
    let before = try await fixture.index.chunks(ofDocument: "00000.md", in: "/notes")
    try await fixture.index.apply([
      .keepChunks(ofPath: "00000.md", in: "/notes", as: .test("moved.md", in: "/elsewhere", title: "Fresh title"))
    ])
    let after = try await fixture.index.chunks(ofDocument: "moved.md", in: "/elsewhere")
    #expect(after.map(\.id) == before.map(\.id))
    #expect(try await fixture.paths(matching: "first") == ["moved.md"])
    #expect(try await fixture.paths(matching: "fresh") == ["moved.md"])
    #expect(try await fixture.index.chunks(ofDocument: "00000.md", in: "/notes").isEmpty)
    #expect(try await fixture.index.folders() == ["/elsewhere", "/notes"])
  }

  @Test func twoDocumentsMayExchangeTheirNames() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["first", "second", "third"])
    try await fixture.index.apply([
      .keepChunks(ofPath: "00000.md", as: .test("00001.md")),
      .keepChunks(ofPath: "00001.md", as: .test("00000.md")),
    ])
    #expect(try await fixture.paths(matching: "first") == ["00001.md"])
    #expect(try await fixture.paths(matching: "second") == ["00000.md"])
    try await fixture.index.apply([.keepChunks(ofPath: "00000.md", as: .test("00002.md"))])
    #expect(try await fixture.paths(matching: "third").isEmpty)
    #expect(try await fixture.paths(matching: "second") == ["00002.md"])
  }

  @Test func aRemovedFolderTakesItsDocumentsAlong() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["first", "second"])
    var generator = SeededGenerator(seed: 2)
    let other = EncodedChunk.test("first", vector: .random(8, using: &generator))
    try await fixture.index.apply([.replace(.test("x.md", in: "/other"), [other])])
    try await fixture.index.noteFolder("/other", indexedAt: 77)
    try await fixture.index.noteFolder("/void", indexedAt: 78)
    #expect(try await fixture.index.folders() == ["/notes", "/other", "/void"])
    #expect(try await fixture.index.removeFolder("/notes") == 2)
    #expect(try await fixture.index.removeFolder("/absent") == 0)
    let status = try await fixture.index.status()
    #expect(status.folders.map(\.path) == ["/other", "/void"])
    #expect(status.folders.map(\.indexedAt) == [77, 78].map { Date(timeIntervalSince1970: $0) })
    #expect(status.folders.map(\.documents) == [1, 0])
    #expect(try await fixture.index.nearest(to: other.vector, limit: 10).count == 1)
    #expect(try await fixture.paths(matching: "first") == ["x.md"])
  }

  @Test(.enabled(if: TestStore.isFile)) func anIndexShrinksWhenMostOfItIsForgotten() async throws {
    let fixture = try await StoreFixture(dimensions: 64)
    let reader = try await fixture.another(access: .readOnly)
    var generator = SeededGenerator(seed: 3)
    let documents = (0..<90).map { number in
      let folder = number % 10 == 3 ? "/kept" : "/gone"
      let chunks = (0..<20).map { EncodedChunk.test("text \($0)", vector: .random(64, using: &generator)) }
      return (Document.test("\(number).md", in: folder), chunks)
    }
    try await fixture.index.apply(documents.map { .replace($0, $1) })
    let query = UnitVector.random(64, using: &generator)
    #expect(try await reader.nearest(to: query, limit: 5000).count == 1800)
    let before = try await fixture.index.status()
    #expect(try await fixture.index.removeFolder("/gone") == 81)
    let status = try await fixture.index.status()
    #expect(status.bytes < before.bytes / 2)
    #expect(status.freeBytes < before.bytes / 10)
    #expect(try await fixture.index.check() == [])

    let kept = documents.filter { $0.0.folder == "/kept" }
    let expected = kept.flatMap { $0.1.compactMap { $0.vector.cosine(to: query) } }.sorted(by: >)
    for index in [reader, fixture.index] {
      #expect(try await index.nearest(to: query, limit: 5000).map(\.cosine) == expected)
    }
    for (document, chunks) in kept {
      let stored = try await reader.chunks(ofDocument: document.path, in: "/kept")
      let cosines = try await reader.cosines(to: query, ofChunks: stored.map(\.id))
      #expect(stored.map { cosines[$0.id] } == chunks.map { $0.vector.cosine(to: query) })
    }
    try await fixture.index.apply(documents.map { .replace($0, $1) })
    #expect(try await reader.nearest(to: query, limit: 5000).count == 1800)
    #expect(try await fixture.index.check() == [])
  }

  @Test(.enabled(if: TestStore.isFile)) func anIndexIsItsOwnersAlone() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one"])
    for suffix in ["", "-wal"] {
      let permissions = try FileManager.default.attributesOfItem(atPath: fixture.path + suffix)[.posixPermissions]
      #expect((permissions as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test(.enabled(if: TestStore.isFile)) func aDocumentStoredAgainMendsItsVectors() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one", "two"])
    try await DatabaseQueue(path: fixture.path).write {
      try $0.execute(sql: "UPDATE vectors SET vector = zeroblob(length(vector))")
    }
    #expect(try await fixture.index.check() == ["2 vectors do not have length one."])
    try await fixture.store(["one", "two"])
    #expect(try await fixture.index.check() == [])
  }
}
