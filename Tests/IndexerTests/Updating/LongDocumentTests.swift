import Embedding
import Foundation
import GRDB
import Indexer
import Synchronization
import TestSupport
import Testing
import VectorStore

/// Documents that are encoded batch by batch, and stored as a whole.
@Suite struct LongDocumentTests {
  private struct Stop: Error {}

  /// Does something in a call of the encoder, counted from 1.
  private final class Interruption: Sendable {
    private let calls = Mutex(0)
    private let number: Int
    private let act: @Sendable () throws -> Void

    init(inCall number: Int, _ act: @escaping @Sendable () throws -> Void) {
      (self.number, self.act) = (number, act)
    }

    var encoder: HashingEncoder {
      HashingEncoder(dimensions: 4) { _ in
        let call = self.calls.withLock { calls in
          calls += 1
          return calls
        }
        if call == self.number { try self.act() }
      }
    }
  }

  /// So many sections, each a chunk of its own.
  private func text(_ sections: Range<Int>) -> String {
    sections.map { "## S\($0)\n\n" + (0..<120).map { "w\($0)" }.joined(separator: " ") }.joined(separator: "\n\n")
  }

  /// All that the index holds is what the chunker and the encoder make of the notes.
  private func expectWhole(_ fixture: IndexerFixture, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let encoder = HashingEncoder(dimensions: 4)
    let chunker = Chunker(maximumTokens: encoder.maximumTokens) { HashingEncoder.tokenCount(of: $0) }
    for path in try await fixture.paths() {
      let text = try String(contentsOfFile: fixture.notesPath + "/" + path, encoding: .utf8)
      let expected = try chunker.chunks(of: ParsedDocument(DocumentText(text), path: path)).all()
      let found = try await fixture.index.chunks(ofDocument: path, in: fixture.notesPath)
      #expect(found.map(\.chunk) == expected.map(\.chunk), sourceLocation: sourceLocation)
      for (one, other) in zip(found, expected).enumerated().filter({ $0.offset % 97 == 0 }).map(\.element) {
        let vector = try await encoder.encode(other.encodedText)
        let cosine = try #require(try await fixture.index.cosines(to: vector, ofChunks: [one.id])[one.id])
        #expect(abs(cosine - 1) < 1e-6, sourceLocation: sourceLocation)
      }
    }
    #expect(try await fixture.index.check() == [], sourceLocation: sourceLocation)
  }

  @Test func itsChunksAndVectorsAreThoseOfItsText() async throws {
    // One section three times, and others that a short note has, too.
    let fixture = try await IndexerFixture(
      ["a.md": "# Long\n\n" + text(7..<9), "long.md": "# Long\n\n" + text(0..<1_300) + "\n\n" + text(3..<4) + "\n"],
      encoder: HashingEncoder(dimensions: 4))
    let report = try await fixture.update()
    #expect(report.changed == 2 && report.failures.isEmpty && report.reusedChunks >= 3)
    #expect(report.chunks == 1_303 && report.encodedChunks + report.reusedChunks == 1_303)
    try await expectWhole(fixture)
    #expect(try await fixture.update().unchanged == 2)

    // Shorter, with a new beginning, it is not encoded again.
    try fixture.write("# Long\n\nNew.\n\n" + text(0..<600), to: "long.md", age: 5)
    let second = try await fixture.update()
    #expect(second.changed == 1 && second.encodedChunks <= 2)
    try await expectWhole(fixture)
  }

  @Test func itIsNotBegunFromTheStartAgain() async throws {
    let fixture = try await IndexerFixture(
      ["long.md": text(0..<1_300)], encoder: Interruption(inCall: 4) { throw Stop() }.encoder)
    await #expect(throws: Stop.self) { try await fixture.update() }
    #expect(try await fixture.index.status().documents == 0, "nothing of it is there before all of it is")
    let report = try await fixture.update()
    #expect(report.changed == 1 && report.chunks == 1_300)
    #expect(report.reusedChunks == 3 * 256 && report.encodedChunks == 1_300 - 3 * 256)
    try await expectWhole(fixture)
    #expect(try await fixture.update().unchanged == 1)
  }

  @Test func aRunThatEndsWhileItIsStoredLeavesItToBeStored() async throws {
    let last = (1_300 + 255) / 256
    let fixture = try await IndexerFixture(
      ["long.md": text(0..<1_300)],
      encoder: Interruption(inCall: last) { withUnsafeCurrentTask { $0?.cancel() } }.encoder)
    await #expect(throws: CancellationError.self) { try await Task { try await fixture.update() }.value }
    #expect(try await fixture.index.status().chunks == 0)
    let report = try await fixture.update()
    #expect(report.encodedChunks == 0 && report.chunks == 1_300)
    try await expectWhole(fixture)
  }

  @Test func theOldOneIsThereUntilTheNewOneIs() async throws {
    let calls = (1_000 + 255) / 256
    let fixture = try await IndexerFixture(
      ["long.md": text(0..<1_000)], encoder: Interruption(inCall: calls + 3) { throw Stop() }.encoder)
    try await fixture.update()
    let before = try await fixture.contents()
    try fixture.write(text(700..<2_000), to: "long.md", age: 5)
    await #expect(throws: Stop.self) { try await fixture.update() }
    #expect(try await fixture.contents() == before)
    #expect(try await fixture.index.check() == [])
    let report = try await fixture.update()
    #expect(report.changed == 1 && report.encodedChunks < 1_000 && report.chunks == 1_300)
    try await expectWhole(fixture)
  }

  @Test func aRebuildEncodesAllOfItAnew() async throws {
    let fixture = try await IndexerFixture(["long.md": text(0..<1_000)], encoder: HashingEncoder(dimensions: 4))
    try await fixture.update()
    let before = try await fixture.contents()
    #expect(try await fixture.update(rebuild: true).encodedChunks == 1_000)
    #expect(try await fixture.contents() == before)
  }

  @Test(.enabled(if: TestStore.isFile)) func aRebuildMendsADamagedVectorOfOneOfItsTexts() async throws {
    // One section twice, and once in a short note that is rebuilt later.
    let fixture = try await IndexerFixture(
      ["long.md": "# Long\n\n" + text(0..<600) + "\n\n" + text(3..<4) + "\n", "z.md": "# Long\n\n" + text(2..<5)],
      encoder: HashingEncoder(dimensions: 4))
    try await fixture.update()
    try await change(
      fixture,
      """
      UPDATE vectors SET vector = zeroblob(16) WHERE chunk IN
        (SELECT chunks.id FROM chunks JOIN documents ON documents.id = document WHERE path = 'z.md')
      """)
    #expect(try await fixture.index.check() != [])
    try await fixture.update(rebuild: true)
    try await expectWhole(fixture)
  }

  @Test(.enabled(if: TestStore.isFile)) func aKeptVectorThatCannotBeReadIsMadeAnew() async throws {
    let fixture = try await IndexerFixture(
      ["long.md": text(0..<1_100)], encoder: Interruption(inCall: 4) { throw Stop() }.encoder)
    await #expect(throws: Stop.self) { try await fixture.update() }
    #expect(try await fixture.index.check() == [])
    try await change(
      fixture,
      "UPDATE kept_vectors SET vector = zeroblob(8) WHERE digest IN (SELECT digest FROM kept_vectors LIMIT 3)")
    #expect(try await fixture.index.check() == ["3 vectors of unfinished notes cannot be read."])
    let report = try await fixture.update()
    #expect(report.reusedChunks == 3 * 256 - 3)
    try await expectWhole(fixture)
  }

  @Test func whatWasKeptOfItStaysWhenItsFolderIsTakenIn() async throws {
    let fixture = try await IndexerFixture(
      ["inner/long.md": text(0..<1_100)], encoder: Interruption(inCall: 4) { throw Stop() }.encoder)
    await #expect(throws: Stop.self) { try await fixture.index.update(from: fixture.notesPath + "/inner") }
    let report = try await fixture.update()
    #expect(report.reusedChunks == 3 * 256 && report.chunks == 1_100)
    try await expectWhole(fixture)
  }

  /// Documents that fit into a batch and others that begin in one and end in another, of few chunks and of many.
  private func mixedNotes() -> [String: String] {
    let sizes = [3, 100, 90, 300, 1, 127, 256, 0, 128, 600, 2, 200, 255, 257, 5]
    return Dictionary(
      uniqueKeysWithValues: sizes.enumerated().map { number, size in
        ("\(number + 10).md", "# N\(number)\n\n" + text(0..<size))
      })
  }

  @Test func documentsOfEverySizeAreStoredAlike() async throws {
    let fixture = try await IndexerFixture(mixedNotes(), encoder: HashingEncoder(dimensions: 4))
    let report = try await fixture.update()
    #expect(report.changed == 15 && report.encodedChunks == report.chunks)
    try await expectWhole(fixture)
    #expect(try await fixture.update().unchanged == 15)
  }

  /// Whatever the encoder gave out is in the index when the run ends: each text is encoded once.
  @Test(arguments: 1...9) func nothingThatWasEncodedIsLost(failingCall: Int) async throws {
    let fixture = try await IndexerFixture(
      mixedNotes(), encoder: Interruption(inCall: failingCall) { throw Stop() }.encoder)
    await #expect(throws: Stop.self) { try await fixture.update() }
    #expect(try await fixture.index.check() == [])
    let encoded = fixture.encoder.encodedTexts.count
    let report = try await fixture.update()
    #expect(report.encodedChunks + encoded == report.chunks)
    #expect(Set(fixture.encoder.encodedTexts).count == report.chunks)
    try await expectWhole(fixture)
  }

  /// One long text is in memory at a time.
  @Test func theNextNoteIsReadOnceALongOneIsStored() async throws {
    let fixture = try await IndexerFixture(
      ["a.md": text(0..<1_000), "b.md": text(0..<300)], encoder: HashingEncoder(dimensions: 4))
    let isWritten = Mutex(false)
    _ = try await fixture.index.update(from: fixture.notesPath) { step in
      guard step.files == 1, !isWritten.withLock({ $0 }) else { return }
      isWritten.withLock { $0 = true }
      try? fixture.write("# Written after the first was stored\n", to: "b.md")
    }
    let titles = try await fixture.index.documents(in: fixture.notesPath).map(\.title)
    #expect(titles == ["a", "Written after the first was stored"])
  }

  private func change(_ fixture: IndexerFixture, _ sql: String) async throws {
    let database = try DatabaseQueue(path: fixture.folder.path + "/index.sqlite")
    try await database.write { try $0.execute(sql: sql) }
    try database.close()
  }

  @Test func whatWasKeptOfItGoesWithIt() async throws {
    let fixture = try await IndexerFixture(
      ["a.md": "# A\n", "long.md": text(0..<1_100)], encoder: Interruption(inCall: 4) { throw Stop() }.encoder)
    await #expect(throws: Stop.self) { try await fixture.update() }
    let digests = Set(
      fixture.encoder.encodedTexts.map { SHA256Digest.hexadecimal(of: $0) })
    #expect(try await fixture.index.vectors(forDigests: digests.sorted(), keptAlone: true).count == 3 * 256 - 1)
    try fixture.remove("long.md")
    try await fixture.update()
    #expect(try await fixture.index.vectors(forDigests: digests.sorted(), keptAlone: true).isEmpty)
  }

  @Test func progressMovesWithinIt() async throws {
    let fixture = try await IndexerFixture(["long.md": text(0..<1_000)], encoder: HashingEncoder(dimensions: 4))
    let steps = Mutex<[IndexProgress]>([])
    _ = try await fixture.index.update(from: fixture.notesPath) { step in steps.withLock { $0.append(step) } }
    let seen = steps.withLock { $0 }
    for (step, next) in zip(seen, seen.dropFirst()) { #expect(step.bytes <= next.bytes) }
    #expect(Set(seen.filter { $0.files == 0 }.map(\.bytes)).count >= 1_000 / 256)
    #expect(seen.last?.files == 1 && seen.last?.bytes == seen.last?.totalBytes && seen.last?.chunks == 1_000)
  }
}
