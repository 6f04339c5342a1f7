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

  private func tags(in fixture: IndexerFixture) async throws -> [String: [String]] {
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
}
