import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// Before a search, what is small is indexed at once; what is not still waits.
@Suite struct IndexRefreshTests {
  private func refresh(_ fixture: IndexerFixture, hasEncoder: Bool = true) async throws -> IndexRefresh {
    let encoder = fixture.encoder
    return try await IndexRefresh(of: fixture.index, lookingFor: .seconds(600)) { hasEncoder ? encoder : nil }
  }

  /// A note of 100 sections, each a chunk.
  private static let long = (0..<100).map { number in
    "## Part \(number)\n\n" + (0..<240).map { "word\(number)x\($0)" }.joined(separator: " ") + ".\n\n"
  }

  @Test func aFewChangesAreIndexedAtOnce() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha", "b.md": "beta", "c.md": "gamma"])
    try await fixture.update()
    #expect(try await refresh(fixture).reports.isEmpty)
    try fixture.write("ALPHA", to: "a.md", age: 10)
    try fixture.write("delta", to: "in/d.md")
    try fixture.remove("b.md")
    let found = try await refresh(fixture)
    #expect(found.waiting?.count == 0)
    #expect(found.reports.map(\.changed) == [2] && found.reports.map(\.removed) == [1])
    #expect(try await fixture.paths() == ["a.md", "c.md", "in/d.md"])
  }

  @Test func whatIsMuchWaits() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try await fixture.update()
    try fixture.write(Self.long.joined(), to: "long.md")
    let before = fixture.encoder.encodedTexts.count
    #expect(try await refresh(fixture).waiting?.new == 1)
    #expect(fixture.encoder.encodedTexts.count == before)
    #expect(try await fixture.paths() == ["a.md"])
    try fixture.write("delta", to: "d.md")
    for number in 0..<60 { try fixture.write("note \(number)", to: "many/\(number).md") }
    #expect(try await refresh(fixture).waiting?.new == 62)
  }

  @Test func aParagraphOfALongNoteIsIndexedAtOnceAndNotMoreThanThreeChunksAreEncoded() async throws {
    let fixture = try await IndexerFixture(["long.md": Self.long.joined()])
    #expect(try await fixture.update().chunks >= 100)
    var parts = Self.long
    parts[50] = parts[50].replacing("word50x30", with: "another")
    try fixture.write(parts.joined(), to: "long.md", age: 10)
    let before = fixture.encoder.encodedTexts.count
    #expect(try await refresh(fixture).waiting?.count == 0)
    #expect((1...3).contains(fixture.encoder.encodedTexts.count - before))
  }

  @Test func aRenamedFolderIsNotEncodedAgain() async throws {
    let notes = (0..<500).map { ("in/\($0 % 7)/note \($0).md", "# Title\n\nThe note of number\($0).") }
    let fixture = try await IndexerFixture(Dictionary(uniqueKeysWithValues: notes))
    try await fixture.update()
    let before = fixture.encoder.encodedTexts.count
    try fixture.move("in", to: "out")
    let report = try await fixture.update()
    #expect(report.moved == 500 && report.changed == 0 && report.encodedChunks == 0)
    #expect(fixture.encoder.encodedTexts.count == before)
  }

  @Test func anotherWriterIsNotWaitedFor() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try await fixture.update()
    try fixture.write("beta", to: "b.md")
    let found = try await fixture.index.whileWriting {
      try await fixture.index.beginWriting(to: fixture.notesPath, waitingFor: .zero)
      let found = try await refresh(fixture)
      await fixture.index.endWriting(to: fixture.notesPath)
      return found
    }
    #expect(found.waiting?.new == 1)
    #expect(try await refresh(fixture).waiting?.count == 0)
  }

  @Test func withoutAnEncoderEverythingWaits() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha"])
    try await fixture.update()
    try fixture.write("beta", to: "b.md")
    #expect(try await refresh(fixture, hasEncoder: false).waiting?.new == 1)
  }

  @Test(.enabled(if: TestStore.isFile)) func deletedTextIsErased() async throws {
    let fixture = try await IndexerFixture(["a.md": "alpha", "b.md": "zanzibarsecret"])
    try await fixture.update()
    try fixture.remove("b.md")
    #expect(try await refresh(fixture).waiting?.count == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.index.path))
    #expect(bytes.range(of: Data("zanzibarsecret".utf8)) == nil)
  }
}
