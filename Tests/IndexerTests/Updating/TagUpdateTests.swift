import Embedding
import Foundation
import GRDB
import Indexer
import TestSupport
import Testing
import VectorStore

@Suite(.enabled(if: TestStore.isFile)) struct TagUpdateTests {
  private let notes = [
    "sea.md": "---\ntags: [Travel/Sea, '#Summer']\n---\n# Sea\n\nPack #Swim/Gear and #travel/sea.\n",
    "plan.org": "#+FILETAGS: :travel:plan:\n* Plan\nBuy tickets.\n", "none.md": "# None\n\nNo tags here.\n",
  ]

  private func tags(in fixture: IndexerFixture) async throws -> [String: [String]?] {
    let documents = try await fixture.index.documents(in: fixture.notesPath)
    return Dictionary(uniqueKeysWithValues: documents.map { ($0.path, $0.tags) })
  }

  /// The paths of the documents that carry all of some tags.
  private func paths(tagged tags: [String], in index: SearchIndex) async throws -> [String] {
    let vector = try await HashingEncoder().encode("anything at all")
    let matches = try await index.nearest(to: vector, limit: 100, where: SearchFilter(tags: tags))
    return Set(try await index.chunks(withIDs: matches.map(\.chunk)).map(\.document.path)).sorted()
  }

  @Test func tagsAreStoredInLowerCaseAndEachOnce() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    #expect(
      try await tags(in: fixture) == [
        "sea.md": ["summer", "swim/gear", "travel/sea"], "plan.org": ["plan", "travel"], "none.md": [],
      ])
    #expect(try await paths(tagged: ["TRAVEL"], in: fixture.index) == ["plan.org", "sea.md"])
    #expect(try await paths(tagged: ["travel", "#swim"], in: fixture.index) == ["sea.md"])
    #expect(try await paths(tagged: ["travel/se"], in: fixture.index) == [])
    #expect(try await fixture.index.status().documentsWithoutTags == 0)
  }

  @Test func tagsFollowTheirDocument() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    try fixture.write("# Sea\n\nNow #winter.\n", to: "sea.md", age: 5)
    try fixture.move("plan.org", to: "moved.org")
    try fixture.remove("none.md")
    try await fixture.update()
    #expect(try await tags(in: fixture) == ["sea.md": ["winter"], "moved.org": ["plan", "travel"]])
    try fixture.setAge(9, of: "sea.md")
    try await fixture.update()
    #expect(try await paths(tagged: ["winter"], in: fixture.index) == ["sea.md"])
    _ = try await fixture.index.removeFolder(fixture.notesPath)
    #expect(try await fixture.index.check() == [])
    let left = try await DatabaseQueue(path: fixture.index.path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM document_tags")
    }
    #expect(left == 0)
  }

  @Test func notesOfAnIndexThatHeldNoTagsAreReadAgainAndNotEncoded() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    try await fixture.index.close()
    try Self.makeVersion3(ofIndexAt: fixture.index.path)

    let index = try SearchIndex(at: fixture.index.path, encoder: fixture.encoder)
    #expect(try await index.check() == [])
    #expect(try await index.status().documentsWithoutTags == 3)
    #expect(try await index.documents(in: fixture.notesPath).map(\.tags) == [nil, nil, nil])
    #expect(try await paths(tagged: ["travel"], in: index) == [])
    let before = try await index.nearest(to: HashingEncoder().encode("tickets"), limit: 10)

    try fixture.move("plan.org", to: "moved.org")
    let encoded = fixture.encoder.encodedTexts.count
    let report = try await index.update(from: fixture.notesPath)
    #expect(report.changed == 0 && report.unchanged == 2 && report.moved == 1 && report.failures.isEmpty)
    #expect(fixture.encoder.encodedTexts.count == encoded)
    #expect(try await index.nearest(to: HashingEncoder().encode("tickets"), limit: 10) == before)
    #expect(try await index.status().documentsWithoutTags == 0)
    #expect(try await paths(tagged: ["travel"], in: index) == ["moved.org", "sea.md"])

    // Other contents of the same size and time: only one who reads them could tell.
    try fixture.write("# None\n\nNo TAGS here.\n", to: "none.md")
    #expect(try await index.update(from: fixture.notesPath).unchanged == 3)
    #expect(try await index.check() == [])
  }

  /// Takes back what version 4 added, so that the index is one of version 3.
  private static func makeVersion3(ofIndexAt path: String) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          DROP TABLE document_tags;
          DROP INDEX chunks_by_document;
          ALTER TABLE documents DROP COLUMN has_tags;
          DELETE FROM grdb_migrations WHERE identifier = '4';
          """)
    }
  }
}
