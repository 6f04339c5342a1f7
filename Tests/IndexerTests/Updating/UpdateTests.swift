import Embedding
import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

@Suite struct UpdateTests {
  @Test func notesAreStoredWithTheirTitlesAndChunks() async throws {
    let fixture = try await IndexerFixture([
      "keys.md": "# Signing keys\n\nRotate them each spring.\n", "sub/plain.txt": "Just text.\n",
      "image.png": "no note", ".hidden.md": "hidden", ".git/x.md": "hidden",
    ])
    let report = try await fixture.update()
    #expect(report.folder == fixture.notesPath)
    #expect(report.files == 2 && report.changed == 2 && report.chunks == 2 && report.encodedChunks == 2)
    #expect(report.failures.isEmpty && report.warnings.isEmpty && report.removed == 0)
    let documents = try await fixture.index.documents(in: fixture.notesPath)
    #expect(documents.map(\.path) == ["keys.md", "sub/plain.txt"])
    #expect(documents.map(\.title) == ["Signing keys", "plain"])
    let chunk = try #require(try await fixture.index.chunks(ofDocument: "keys.md", in: fixture.notesPath).first?.chunk)
    #expect(chunk.headingPath == ["Signing keys"] && chunk.lines == 1...3)
    #expect(fixture.encoder.encodedTexts.sorted() == ["Signing keys\nRotate them each spring.", "plain\nJust text."])
  }

  @Test func everyPieceOfATableIsStoredAndFoundWithItsHeader() async throws {
    let rows = (0..<200).map { "| Valve \($0) | \($0 * 7) |" }.joined(separator: "\n")
    let fixture = try await IndexerFixture(["valves.md": "# Valves\n\n| Name | Torque |\n|---|---|\n\(rows)\n"])
    try await fixture.update()
    let chunks = try await fixture.index.chunks(ofDocument: "valves.md", in: fixture.notesPath)
    #expect(chunks.count > 3)
    #expect(chunks.dropFirst().allSatisfy { $0.chunk.tableHeader == "| Name | Torque |\n|---|---|" })
    #expect(fixture.encoder.encodedTexts.allSatisfy { $0.contains("Torque") })
    let found = try await fixture.index.keywordMatches("torque", limit: 100)
    #expect(Set(found.map(\.chunk)) == Set(chunks.map(\.id)))
  }

  @Test func unchangedFilesAreNotReadAgain() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n\ntext\n", "b.md": "# B\n\ntext\n"])
    try await fixture.update()
    // Other contents of the same size and time: only one who reads them could tell.
    try fixture.write("# A\n\nTEXT\n", to: "a.md")
    let report = try await fixture.update()
    #expect(report.unchanged == 2 && report.changed == 0 && report.encodedChunks == 0)
    #expect(fixture.encoder.encodedTexts.count == 2)
  }

  @Test func aFileChangedJustNowIsReadAgainAndNotEncoded() async throws {
    let fixture = try await IndexerFixture()
    try fixture.folder.write("# A\n\ntext\n", to: "notes/a.md")
    try await fixture.update()
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.notesPath + "/a.md")
    // Changed within the same tick of the clock: size and time are as they were.
    try fixture.folder.write("# A\n\nTEXT\n", to: "notes/a.md")
    let date = try #require(attributes[.modificationDate] as? Date)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: fixture.notesPath + "/a.md")
    #expect(try await fixture.update().changed == 1)
    #expect(try await fixture.update().encodedChunks == 0)
  }

  @Test func aTouchedFileIsNotEncodedAgain() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n\ntext\n"])
    try await fixture.update()
    try fixture.setAge(100, of: "a.md")
    let report = try await fixture.update()
    #expect(report.unchanged == 1 && report.changed == 0 && report.encodedChunks == 0)
    // The new time was remembered.
    try fixture.write("# B\n\ntext\n", to: "a.md", age: 100)
    #expect(try await fixture.update().changed == 0)
  }

  @Test func anEditEncodesOnlyTheChunksThatChanged() async throws {
    let sections = (0..<12).map { number in
      "## Section \(number)\n\n" + (0..<120).map { "word\(number)x\($0)" }.joined(separator: " ") + ".\n"
    }
    let fixture = try await IndexerFixture(["long.md": "# Long\n\n" + sections.joined(separator: "\n")])
    let first = try await fixture.update()
    #expect(first.encodedChunks == 12)
    let edited = sections.joined(separator: "\n").replacingOccurrences(of: "word7x50", with: "something")
    try fixture.write("# Long\n\nA new line.\n\n" + edited, to: "long.md", age: 50)
    let second = try await fixture.update()
    #expect(second.changed == 1 && second.encodedChunks == 2 && second.reusedChunks == 10)
    try await expectAsNew(fixture)
  }

  @Test func aRenamedFileThatSaysItsTitleIsNotEncodedAgain() async throws {
    let fixture = try await IndexerFixture([
      "a.md": "# A\n\ntext\n", "b.txt": "plain\n", "sub/c.md": "# C\n",
    ])
    try await fixture.update()
    try fixture.move("a.md", to: "moved.md")
    // Its title is its name, which stays.
    try fixture.move("b.txt", to: "sub/b.txt")
    let report = try await fixture.update()
    #expect(report.moved == 2 && report.changed == 0 && report.removed == 0 && report.encodedChunks == 0)
    #expect(fixture.encoder.encodedTexts.count == 3)
    try await expectAsNew(fixture)
    #expect(try await fixture.update().unchanged == 3)
  }

  /// A title from the name, one from a heading that equals the name, one from front matter, one of two headings.
  @Test(arguments: [
    "text\n", "# keys\n\ntext\n", "---\ntitle: keys\n---\n\ntext\n", "# keys\n\n# locks\n\ntext\n", "## a\n\n## b\n",
    "# Keys\n\ntext\n", "# k\u{E9}ys\n",
  ])
  func aRenamedFileIsAsIfIndexedUnderItsNewName(text: String) async throws {
    for ending in ["md", "txt", "org"] {
      for name in ["locks", "sub/keys", "sub/ke\u{301}ys"] {
        let fixture = try await IndexerFixture(["keys.\(ending)": text, "stays.\(ending)": text])
        try fixture.write("x", to: "sub/other.png")
        try await fixture.update()
        try fixture.move("keys.\(ending)", to: "\(name).\(ending)")
        let report = try await fixture.update()
        #expect(report.moved + report.changed == 1 && report.moved + report.removed == 1)
        try await expectAsNew(fixture)
        #expect(try await fixture.index.check().isEmpty)
        #expect(try await fixture.update().unchanged == 2)
      }
    }
  }

  /// Of many notes alike that are renamed, each takes the place of one.
  @Test func manyCopiesMayBeRenamedAtOnce() async throws {
    let copies = Dictionary(uniqueKeysWithValues: (0..<300).map { ("old/\($0).md", "# Copy\n\ntext\n") })
    let fixture = try await IndexerFixture(copies)
    try await fixture.update()
    try fixture.move("old", to: "new")
    let report = try await fixture.update()
    #expect(report.moved == 300 && report.changed == 0 && report.removed == 0 && report.encodedChunks == 0)
    try await expectAsNew(fixture)
  }

  @Test func aFileWithAnotherEndingIsPartedAnew() async throws {
    let fixture = try await IndexerFixture(["a.txt": "# A\n\ntext\n", "z.md": "# Z\n"])
    try await fixture.update()
    try fixture.move("a.txt", to: "a.md")
    let report = try await fixture.update()
    #expect(report.changed == 1 && report.removed == 1 && report.moved == 0)
    try await expectAsNew(fixture)
  }

  /// What is taken from a file's name: its format, with it its tags, and the words that it is found by.
  @Test func whatDependsOnTheNameIsMadeAnewForANewOne() async throws {
    let note = "# Keys\n\nKept with the #spare ones.\n"
    let fixture = try await IndexerFixture(["tulip.txt": note, "rose.md": note + "Two.\n", "stays.md": "x\n"])
    try await fixture.update()
    func tags() async throws -> [[String]] {
      try await fixture.index.documents(in: fixture.notesPath).map(\.tags)
    }
    func paths(_ word: String) async throws -> [String] {
      let found = try await fixture.index.keywordMatches(word, limit: 9).map(\.chunk)
      return try await fixture.index.chunks(withIDs: found).map(\.document.path)
    }
    #expect(try await tags() == [["spare"], [], []])
    #expect(try await paths("tulip") == ["tulip.txt"])
    try fixture.move("tulip.txt", to: "crocus.md")
    try fixture.move("rose.md", to: "violet.markdown")
    #expect(try await fixture.update().moved == 1)
    try await expectAsNew(fixture)
    #expect(try await fixture.paths() == ["crocus.md", "stays.md", "violet.markdown"])
    #expect(try await tags() == [["spare"], [], ["spare"]])
    for gone in ["tulip", "rose"] { #expect(try await paths(gone) == []) }
    #expect(try await paths("crocus") == ["crocus.md"])
    #expect(try await paths("violet") == ["violet.markdown"])
    try fixture.move("violet.markdown", to: "violet.txt")
    #expect(try await fixture.update().moved == 0)
    try await expectAsNew(fixture)
    #expect(try await tags() == [["spare"], [], []])
  }

  @Test func deletedFilesLeave() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n"])
    try await fixture.update()
    try fixture.remove("a.md")
    try fixture.folder.write("b.md\n", to: "notes/.gitignore")
    let report = try await fixture.update()
    #expect(report.removed == 2 && report.files == 1)
    #expect(try await fixture.paths() == ["c.md"])
  }

  @Test func filesMayExchangeTheirNames() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n\none\n"])
    try fixture.write("# B\n\ntwo\n", to: "b.md", age: 7)
    try await fixture.update()
    try fixture.move("a.md", to: "c.md")
    try fixture.move("b.md", to: "a.md")
    try fixture.move("c.md", to: "b.md")
    let report = try await fixture.update()
    #expect(report.encodedChunks == 0)
    try await expectAsNew(fixture)
  }

  @Test func copiesAreEncodedOnce() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n\ntext\n", "b.md": "# A\n\ntext\n"])
    let report = try await fixture.update()
    #expect(report.changed == 2 && report.encodedChunks == 1 && report.reusedChunks == 1 && report.chunks == 2)
  }

  @Test func aRebuildEncodesEverythingAnew() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n\ntext\n", "b.md": "# B\n\ntext\n"])
    try await fixture.update()
    let before = try await fixture.contents()
    let report = try await fixture.update(rebuild: true)
    #expect(report.changed == 2 && report.encodedChunks == 2 && report.unchanged == 0)
    #expect(try await fixture.contents() == before)
  }

  @Test func namesThatOnlyLookAlikeAreTwoFiles() async throws {
    let fixture = try await IndexerFixture(["u\u{308}.md": "# One\n"])
    try fixture.write("# Two\n", to: "\u{FC}.md")
    #expect(try await fixture.update().changed == 2)
    #expect(try await fixture.update().unchanged == 2)
    #expect(try await fixture.index.documents(in: fixture.notesPath).map(\.title) == ["One", "Two"])
  }

  /// The index equals one that is built in one go.
  private func expectAsNew(_ fixture: IndexerFixture, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let fresh = try SearchIndex(at: fixture.folder.path + "/fresh.sqlite", encoder: HashingEncoder())
    _ = try await fresh.update(from: fixture.notesPath)
    for document in try await fresh.documents(in: fixture.notesPath) {
      let expected = try await fresh.chunks(ofDocument: document.path, in: document.folder)
      let found = try await fixture.index.chunks(ofDocument: document.path, in: document.folder)
      #expect(found.map(\.chunk) == expected.map(\.chunk), sourceLocation: sourceLocation)
      #expect(found.map(\.document.title) == expected.map(\.document.title), sourceLocation: sourceLocation)
      for (one, other) in zip(found, expected) {
        let vector = try await HashingEncoder().encode("\(document.title)")
        #expect(
          try await fixture.index.cosines(to: vector, ofChunks: [one.id])[one.id]
            == fresh.cosines(to: vector, ofChunks: [other.id])[other.id], sourceLocation: sourceLocation)
      }
    }
    #expect(try await fixture.index.status().documents == fresh.status().documents, sourceLocation: sourceLocation)
  }
}
