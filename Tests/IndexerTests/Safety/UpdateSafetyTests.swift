import Embedding
import Foundation
import Indexer
import Synchronization
import TestSupport
import Testing
import VectorStore

/// Nothing that is indexed is lost, whatever happens to the files, the run or the process.
@Suite struct UpdateSafetyTests {
  private func note(_ number: Int, words: Int = 60) -> String {
    "# Note \(number)\n\n" + (0..<words).map { "n\(number)w\($0)" }.joined(separator: " ") + "\n"
  }

  private func manyNotes(_ count: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0 % 7)/\($0).md", note($0)) })
  }

  @Test func aFileThatFailsIsNamedAndKeepsItsChunks() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n\nold\n", "b.md": "# B\n\nold\n", "c.md": "# C\n"])
    try await fixture.update()
    try fixture.folder.write(Data([0x61, 0x00]), to: "notes/a.md")
    try fixture.remove("b.md")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.notesPath + "/b.md", withDestinationPath: "nowhere")
    try fixture.write("# C\n\nnew\n", to: "c.md", age: 1)
    let report = try await fixture.update()
    #expect(report.changed == 1 && report.removed == 0 && report.chunks == 3)
    #expect(report.failures.map(\.path) == ["a.md", "b.md"])
    #expect(report.failures.first?.reason.contains("NUL at byte 1") == true)
    #expect(
      try await fixture.index.chunks(ofDocument: "a.md", in: fixture.notesPath).map(\.chunk.text) == ["# A\n\nold"])
    #expect(try await fixture.paths() == ["a.md", "b.md", "c.md"])
  }

  /// Between its listing and its reading, a note or its folder becomes a link that leads out.
  @Test(arguments: ["a.md", "sub"])
  func aLinkThatLeadsOutIsNotReadThoughANoteWasListedThere(replaced: String) async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "sub/a.md": "# A\n", "z.md": "# Z\n"])
    try fixture.folder.write("# Outside\n", to: "outside/a.md")
    let (notes, outside) = (fixture.notesPath, fixture.folder.path + "/outside")
    let isReplaced = Mutex(false)
    let report = try await fixture.index.update(from: notes) { progress in
      guard progress.phase == .reading,
        !isReplaced.withLock({ was in
          defer { was = true }; return was
        })
      else { return }
      try? FileManager.default.removeItem(atPath: notes + "/" + replaced)
      try? FileManager.default.createSymbolicLink(
        atPath: notes + "/" + replaced, withDestinationPath: replaced == "sub" ? outside : outside + "/a.md")
    }
    #expect(report.failures.map(\.path) == [replaced == "sub" ? "sub/a.md" : "a.md"])
    #expect(report.failures.first?.reason == "it leads out of the folder")
    #expect(try await fixture.contents().allSatisfy { !$0.contains("Outside") })
  }

  @Test(arguments: [true, false])
  func aMissingOrEmptyFolderDeletesNothing(isMissing: Bool) async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "sub/b.md": "# B\n"])
    try await fixture.update()
    let before = try await fixture.contents()
    try fixture.move("", to: "../away")
    if !isMissing {
      try FileManager.default.createDirectory(atPath: fixture.notesPath, withIntermediateDirectories: true)
    }
    for report in [try await fixture.update()] + (try await fixture.index.update()) {
      #expect(report.warnings.count == 1 && report.isOutOfReach)
      #expect(report.warnings[0].description.hasPrefix(fixture.notesPath + " "))
      #expect(report.warnings[0].description.hasSuffix("kept its 2 notes"))
      #expect(report.removed == 0 && report.chunks == 2 && report.files == 0)
    }
    #expect(try await fixture.contents() == before)
    // The disk is back.
    try? FileManager.default.removeItem(atPath: fixture.notesPath)
    try FileManager.default.moveItem(atPath: fixture.folder.path + "/away", toPath: fixture.notesPath)
    let report = try await fixture.update()
    #expect(report.unchanged == 2 && report.warnings.isEmpty)
  }

  /// A disk that is not mounted shows no file at all; where another one stands, the notes were deleted.
  @Test(arguments: ["image.png", "sub/list.json"])
  func theLastNotesLeaveTheIndexWhereOtherFilesStay(other: String) async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "sub/b.md": "# B\n"])
    try fixture.write("", to: other)
    try await fixture.update()
    try fixture.remove("a.md")
    try fixture.remove("sub/b.md")
    let report = try await fixture.update()
    #expect(report.removed == 2 && report.chunks == 0 && !report.isOutOfReach)
    #expect(try await fixture.paths().isEmpty)
  }

  /// Where a disk was, its mount point may hold what a desktop leaves behind.
  @Test(arguments: [nil, ".Trash-1000/info", ".DS_Store"])
  func aFolderThatShowsNoFileIsOutOfReach(hidden: String?) async throws {
    let fixture = try await IndexerFixture(["sub/inner/b.md": "# B\n"])
    if let hidden { try fixture.write("", to: hidden) }
    try await fixture.update()
    try fixture.remove("sub/inner/b.md")
    let report = try await fixture.update()
    #expect(report.isOutOfReach && report.removed == 0 && report.chunks == 1)
    #expect(try await fixture.paths() == ["sub/inner/b.md"])
  }

  @Test func aFolderThatNeverWasThereIsAnError() async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n"])
    await #expect(throws: IndexingError.noFolder(fixture.notesPath + "/gone")) {
      try await fixture.index.update(from: fixture.notesPath + "/gone")
    }
    await #expect(throws: IndexingError.notAFolder(fixture.notesPath + "/a.md")) {
      try await fixture.index.update(from: fixture.notesPath + "/a.md")
    }
    #expect(try await fixture.index.update().isEmpty)
    let blind = try SearchIndex(at: fixture.folder.path + "/blind.sqlite")
    await #expect(throws: IndexingError.noEncoder(index: blind.path)) {
      try await blind.update(from: fixture.notesPath)
    }
    // A run that failed does not keep others out.
    #expect(try await fixture.update().changed == 1)
  }

  @Test(arguments: [nil, "image.png", ".hidden.md"]) func aFolderWithoutNotesIsNotAdded(other: String?) async throws {
    let fixture = try await IndexerFixture()
    if let other { try fixture.write("x", to: other) }
    let report = try await fixture.update()
    #expect(report.files == 0 && report.warnings.count == 1)
    #expect(report.warnings[0].description.contains("was not added"))
    #expect(try await fixture.index.folders().isEmpty)
    try fixture.write("# A\n", to: "a.md")
    #expect(try await fixture.update().changed == 1)
    #expect(try await fixture.index.folders() == [fixture.notesPath])
  }

  /// What rules hid, or what they now may hide, is neither added nor removed.
  @Test(arguments: [".gitignore", ".ragignore"], ["", "sub/"])
  func whatUnreadableRulesMayHideStaysAsItWas(name: String, inner: String) async throws {
    let fixture = try await IndexerFixture(["a.md": "# A\n", "sub/b.md": "# B\n", "sub/secret.md": "# Secret\n"])
    try fixture.write("secret.md\n", to: inner + name)
    try await fixture.update()
    let before = try await fixture.paths()
    #expect(before == ["a.md", "sub/b.md"])
    try fixture.write(String(repeating: "#", count: 1 << 20) + "\nsecret.md\n", to: inner + name)
    try fixture.remove("sub/b.md")
    let report = try await fixture.update()
    #expect(try await fixture.paths() == before)
    #expect(report.removed == 0 && report.changed == 0)
    let lines = report.warnings.map(\.description) + report.failures.map { "\($0.path): \($0.reason)" }
    #expect(lines.count == 1 && lines[0].contains(name))
    // Nor does a part of it become a folder of its own.
    _ = try await fixture.index.update(from: fixture.notesPath + "/sub")
    #expect(try await fixture.index.folders() == [fixture.notesPath])
    #expect(try await fixture.paths() == before)
    try fixture.write("secret.md\n", to: inner + name)
    #expect(try await fixture.update().removed == 1)
    #expect(try await fixture.paths() == ["a.md"])
  }

  /// An encoder that returns too few vectors, or too many, for short notes and for long ones.
  @Test(arguments: [-1, 1], [60, 40_000]) func anEncoderThatMiscountsIsNamed(difference: Int, words: Int) async throws {
    struct Miscounting: TextEncoder {
      let inner = HashingEncoder()
      let difference: Int
      var space: EmbeddingSpace { inner.space }
      var maximumTokens: Int { inner.maximumTokens }
      func tokenCount(of text: String) -> Int { inner.tokenCount(of: text) }
      func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
        let vectors = try await inner.encode(texts)
        return difference < 0 ? vectors.dropLast(-difference) : vectors + vectors.prefix(difference)
      }
    }
    let fixture = try await IndexerFixture(["a.md": note(1, words: words)])
    let encoder = Miscounting(difference: difference)
    let index = try SearchIndex(at: fixture.folder.path + "/other.sqlite", encoder: encoder)
    let error = await #expect(throws: EmbeddingError.self) { try await index.update(from: fixture.notesPath) }
    #expect(error?.localizedDescription.contains("hashing") == true)
    #expect(try await index.status().chunks == 0)
    await #expect(throws: EmbeddingError.self) { try await encoder.encode("one") }
  }

  @Test func aCancelledRunKeepsWhatWasFinishedAndTheNextCompletesIt() async throws {
    let notes = manyNotes(400)
    let calls = Mutex(0)
    let fixture = try await IndexerFixture(
      notes,
      encoder: HashingEncoder { _ in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      })
    await #expect(throws: CancellationError.self) {
      try await Task { try await fixture.update() }.value
    }
    let kept = try await fixture.index.status().documents
    #expect(kept > 0 && kept < 400)
    let report = try await fixture.update()
    #expect(report.unchanged == kept && report.changed == 400 - kept)
    let whole = try await IndexerFixture(notes)
    try await whole.update()
    let expected = try await whole.contents().map { $0.replacingOccurrences(of: whole.notesPath, with: "") }
    let found = try await fixture.contents().map { $0.replacingOccurrences(of: fixture.notesPath, with: "") }
    #expect(found == expected)
  }

  /// The batch before the one that fails is stored then, once: a renamed document cannot be renamed twice.
  @Test func aFailureLeavesTheRenamesBeforeItStored() async throws {
    struct Stop: Error {}
    let isArmed = Mutex(false)
    let fixture = try await IndexerFixture(
      encoder: HashingEncoder { _ in
        if isArmed.withLock({ $0 }) { throw Stop() }
      })
    func text(_ number: Int) -> String { "# Note \(number)\n" }
    for number in 0..<300 { try fixture.write(text(number), to: "old/\(number).md") }
    try await fixture.update()
    try fixture.move("old", to: "a")
    for number in 300..<400 { try fixture.write(text(number), to: "b/\(number).md") }
    isArmed.withLock { $0 = true }
    await #expect(throws: Stop.self) { try await fixture.update() }
    isArmed.withLock { $0 = false }
    let report = try await fixture.update()
    #expect(report.unchanged >= 256 && report.unchanged + report.moved == 300 && report.changed == 100)
  }

  @Test func aRunThatEndsBeforeAnythingIsStoredLeavesTheFolderKnown() async throws {
    struct Stop: Error {}
    let isArmed = Mutex(true)
    let fixture = try await IndexerFixture(
      ["a.md": "# A\n"], encoder: HashingEncoder { _ in if isArmed.withLock({ $0 }) { throw Stop() } })
    await #expect(throws: Stop.self) { try await fixture.update() }
    isArmed.withLock { $0 = false }
    #expect(try await fixture.index.unfinishedFolders() == [fixture.notesPath])
    #expect(try await fixture.index.update().map(\.changed) == [1])
    #expect(try await fixture.index.unfinishedFolders().isEmpty)
  }

  @Test func progressOnlyGrowsAndEndsWithEverything() async throws {
    let fixture = try await IndexerFixture(manyNotes(300))
    let steps = Mutex<[IndexProgress]>([])
    _ = try await fixture.index.update(from: fixture.notesPath) { step in steps.withLock { $0.append(step) } }
    let seen = steps.withLock { $0 }
    for (step, next) in zip(seen, seen.dropFirst()) {
      #expect(step.files <= next.files && step.bytes <= next.bytes && step.chunks <= next.chunks)
    }
    let last = try #require(seen.last)
    #expect(last.files == 300 && last.totalFiles == 300 && last.bytes == last.totalBytes && last.chunks == 300)
    #expect(seen.count > 4 && seen.contains { $0.path.hasSuffix(".md") })
  }

  @Test func twoRunsAtOnceTakeTurns() async throws {
    let fixture = try await IndexerFixture(manyNotes(60))
    async let first = fixture.index.update(from: fixture.notesPath, waitingFor: .seconds(3600))
    async let second = fixture.index.update(from: fixture.notesPath, waitingFor: .seconds(3600))
    let reports = try await [first, second]
    #expect(reports.map(\.changed).sorted() == [0, 60])
  }

  @Test func randomChangesAlwaysEndAsIfIndexedInOneGo() async throws {
    var random = SeededGenerator(seed: 11)
    let fixture = try await IndexerFixture(manyNotes(20))
    var age = 80_000.0
    for round in 0..<12 {
      try await fixture.update()
      for _ in 0..<6 {
        age -= 10
        let name = "\(Int.random(in: 0..<7, using: &random))/\(Int.random(in: 0..<24, using: &random)).md"
        let exists = FileManager.default.fileExists(atPath: fixture.notesPath + "/" + name)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where exists: try fixture.remove(name)
        case 1 where exists:
          let target = "\(Int.random(in: 0..<7, using: &random))/r\(round)-\(Int.random(in: 0..<99, using: &random)).md"
          if !FileManager.default.fileExists(atPath: fixture.notesPath + "/" + target) {
            try fixture.move(name, to: target)
          }
        case 2: try fixture.write(note(Int.random(in: 0..<30, using: &random)), to: name, age: age)
        default: try fixture.write(note(round, words: Int.random(in: 0..<700, using: &random)), to: name, age: age)
        }
      }
    }
    try await fixture.update()
    let fresh = try SearchIndex(at: fixture.folder.path + "/fresh.sqlite", encoder: HashingEncoder())
    _ = try await fresh.update(from: fixture.notesPath)
    for document in try await fresh.documents(in: fixture.notesPath) {
      let found = try await fixture.index.chunks(ofDocument: document.path, in: document.folder).map(\.chunk)
      #expect(try await fresh.chunks(ofDocument: document.path, in: document.folder).map(\.chunk) == found)
    }
    #expect(try await fixture.index.documents(in: fixture.notesPath) == fresh.documents(in: fixture.notesPath))
  }
}
