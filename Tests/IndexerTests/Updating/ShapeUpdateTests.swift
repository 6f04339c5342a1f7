import GRDB
import Indexer
import TestSupport
import Testing
import VectorStore

@Suite struct ShapeUpdateTests {
  private let notes = [
    "heating.md":
      "---\naliases: [Zyklotherm]\nstatus: done\n---\n# Boiler\n\nThe pressure is 1.5 bar. See [[Keys#Rotation]].\n",
    "Keys.md": "# Keys\n\n## Rotation\n\nEvery year. [[heating]] [[Gone]] ![[plan.png]] [[heating#Nowhere]]\n",
    "2025-03-14.md": "- [ ] call the plumber 📅 2025-03-20\n",
  ]

  private func links(_ fixture: IndexerFixture, files: [String] = []) async throws -> [String] {
    try await fixture.index.resolvedLinks { _ in files }.map { link in
      let end =
        switch link.destination {
        case .note(let path): path + (link.isPlaceMissing ? "!" : "")
        case .file(let path): "file \(path)"
        case .missing: "-"
        }
      return "\(link.path) \(link.link.written) \(end)"
    }
  }

  @Test func linksLeadWhereTheNotesAreNow() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    #expect(
      try await links(fixture, files: ["img/plan.png"]) == [
        "Keys.md heating heating.md", "Keys.md Gone -", "Keys.md plan.png file img/plan.png",
        "Keys.md heating#Nowhere heating.md!", "heating.md Keys#Rotation Keys.md",
      ])
    try fixture.move("heating.md", to: "boiler.md")
    try fixture.write("# Gone\n", to: "sub/gone.md")
    try await fixture.update()
    #expect(
      try await links(fixture).prefix(2) == ["Keys.md heating -", "Keys.md Gone sub/gone.md"])
    try fixture.remove("sub/gone.md")
    try await fixture.update()
    #expect(try await links(fixture).contains("Keys.md Gone -"))
    #expect(try await fixture.index.check() == [])
  }

  @Test func linksOfOrgAndReferencesLeadToNotesToo() async throws {
    let fixture = try await IndexerFixture([
      "a.org": "* One\n[[file:sub/b.md::*Two][b]] [[*One]] [[b.md]] [[*Gone]]\n",
      "sub/b.md": "# Two\n\n[one][a] and [gone]\n\n[a]: ../a.org#one\n[gone]: gone.md\n",
    ])
    try await fixture.update()
    #expect(
      try await links(fixture) == [
        "a.org sub/b.md#Two sub/b.md", "a.org #One a.org", "a.org b.md sub/b.md", "a.org #Gone a.org!",
        "sub/b.md ../a.org#one a.org", "sub/b.md gone.md -",
      ])
  }

  @Test func aliasesAreFoundAsTitlesAre() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    #expect(try await fixture.index.keywordMatches("Zyklotherm pressure", limit: 3).count == 1)
    #expect(try await fixture.index.notes(called: "zyklotherm").map(\.path) == ["heating.md"])
    #expect(try await fixture.index.notes(called: "HEATING").map(\.path) == ["heating.md"])
    #expect(try await fixture.index.notes(called: "boiler").map(\.path) == ["heating.md"])
    try fixture.write(
      notes["heating.md", default: ""].replacing("Zyklotherm", with: "Thermolux"), to: "heating.md", age: 5)
    try await fixture.update()
    #expect(try await fixture.index.notes(called: "Zyklotherm").isEmpty)
    #expect(try await fixture.index.keywordMatches("Thermolux", limit: 3).count == 1)
  }

  @Test(.enabled(if: TestStore.isFile)) func nothingOfARemovedNoteIsLeft() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    for path in notes.keys { try fixture.remove(path) }
    try fixture.write("plain", to: "other.md")
    try await fixture.update()
    try await fixture.index.close()
    let left = try await DatabaseQueue(path: fixture.index.path).read { db in
      try ["note_properties", "note_links", "note_tasks", "note_anchors"].map {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)")
      }
    }
    #expect(left == [0, 0, 0, 0])
  }

  /// A reader that may see one folder learns nothing of another.
  @Test(.enabled(if: TestStore.isFile)) func aScopeHidesTheLinksAndNamesOfOtherNotes() async throws {
    let fixture = try await IndexerFixture(notes.merging(["open/a.md": "[[Keys]] - see"]) { $1 })
    try await fixture.update()
    try await fixture.index.close()
    let scope = SearchFilter(folders: [fixture.notesPath + "/open"])
    let seen = try await SearchIndex.open(at: fixture.index.path, scope: scope)
    #expect(try await seen.allLinks().map(\.path) == ["open/a.md"])
    #expect(try await seen.documents(called: ["zyklotherm", "boiler"]).isEmpty)
    #expect(try await seen.tasks(where: SearchFilter()).isEmpty)
    #expect(try await seen.notes(called: "heating").isEmpty)
  }
}
