import Embedding
import Foundation
import TestSupport
import Testing
import VectorStore

@Suite(.enabled(if: TestStore.isFile)) struct IndexDamageTests {
  /// Whatever stands in the file, the index answers or says that it is damaged; it never ends the process.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aDamagedFileIsAnErrorAtWorst(seed: UInt64) async throws {
    let fixture = try await StoreFixture(dimensions: 4)
    try await fixture.store((0..<40).map { "text number \($0) with a few words" })
    try await fixture.index.noteFolder("/notes", indexedAt: 1)
    try await fixture.index.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    var generator = SeededGenerator(seed: seed)
    // Bytes that hold something: a change of the others is seldom a change at all.
    let places = whole.indices.filter { whole[$0] != 0 }
    var errors = 0
    for _ in 0..<60 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[places.randomElement(using: &generator) ?? 0] = UInt8.random(in: 0...255, using: &generator)
      }
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fixture.path + suffix) }
      try damaged.write(to: URL(fileURLWithPath: fixture.path))
      do {
        try await useEverything(of: SearchIndex(at: fixture.path, encoder: fixture.index.encoder), &generator)
      } catch is SearchIndexError {
        errors += 1
      }
    }
    #expect(errors > 0)
  }

  private func useEverything(of index: SearchIndex, _ generator: inout SeededGenerator) async throws {
    let near = try await index.nearest(to: .random(4, using: &generator), limit: 100)
    _ = try await index.cosines(to: .random(4, using: &generator), ofChunks: near.map(\.chunk))
    let worded = try await index.keywordMatches("number words few", limit: 100)
    _ = try await index.chunks(withIDs: (near.map(\.chunk) + worded.map(\.chunk)))
    _ = try await index.documentFrequencies(of: ["number", "word", "7"])
    _ = try await index.status()
    _ = try await index.check()
    for folder in try await index.folders() {
      for document in try await index.documents(in: folder) {
        _ = try await index.chunks(ofDocument: document.path, in: folder)
      }
    }
    _ = try await index.vectors(forDigests: ["a", "b"])
    let chunk = EncodedChunk.test("fresh", vector: .random(4, using: &generator))
    try await index.apply([
      .replace(.test("00003.md"), [chunk, chunk]), .remove(folder: "/notes", path: "00004.md"),
      .keepChunks(ofPath: "00005.md", as: .test("moved.md")),
    ])
    _ = try await index.removeFolder("/notes")
    try await index.close()
  }
}
