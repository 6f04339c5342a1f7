import Foundation
import Indexer
import Synchronization
import TestSupport
import Testing
import VectorStore

/// Every phase of a run stops soon after its task is cancelled: counted in steps, not timed.
@Suite struct CancellationTests {
  /// What may be done before the task is asked again, and a line more.
  private static let most = 2 * WorkMeter.stepsBetweenChecks

  /// The steps of something in a task that is cancelled from the beginning.
  private func stepsWhenCancelled(_ body: @escaping @Sendable (WorkMeter) throws -> Void) async -> Int {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let meter = WorkMeter()
      #expect(throws: CancellationError.self) { try body(meter) }
      return meter.steps
    }.value
  }

  @Test func walkingStops() async throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 200)
    for number in 0..<1_000 { try folder.write("", to: "\(name)\(number).md") }
    let path = folder.path
    #expect(try DocumentFolder(path).listing().files.count == 1_000)
    #expect(await stepsWhenCancelled { _ = try DocumentFolder(path).listing($0) } <= Self.most)
  }

  @Test func matchingStops() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: String(repeating: "a", count: 240) + ".md")
    try folder.write(String(repeating: "*a*a*b*\n", count: 2_000), to: ".gitignore")
    let path = folder.path
    #expect(await stepsWhenCancelled { _ = try DocumentFolder(path).listing($0) } <= Self.most + 40_000)
  }

  private static let parts = [
    "word word. ", "# a\n", "- a\n", "| a |\n", "    a\n", "<a\n", "a\n\n", "```\n", "> a\n", "`a\n",
  ]

  @Test(arguments: ["md", "org", "rst", "txt"]) func parsingStops(ending: String) async throws {
    for part in Self.parts + ["\n"] {
      let text = DocumentText(String(repeating: part + (part.count > 6 ? "\n" : ""), count: 600_000 / part.utf8.count))
      let steps = await Task {
        let before = text.meter.steps
        withUnsafeCurrentTask { $0?.cancel() }
        #expect(throws: CancellationError.self, "\(part.debugDescription)") {
          try ParsedDocument(text, path: "a." + ending)
        }
        return text.meter.steps - before
      }.value
      #expect(steps <= Self.most, "\(part.debugDescription)")
    }
  }

  @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF], []]) func decodingStops(mark: [UInt8]) async {
    let bytes = mark + [UInt8](repeating: 0x20, count: 4_000_000)
    #expect(await stepsWhenCancelled { _ = try DocumentText(decoding: bytes, $0) } <= Self.most + 1 << 20)
  }

  private final class Calls: Sendable {
    let state = Mutex((count: 0, steps: 0))
  }

  /// Cancelled before the first chunk, and while the tokens of some piece are counted.
  @Test(arguments: [1, 3, 50]) func chunkingStops(call: Int) async throws {
    for part in Self.parts + ["a", "鍵", "word ", "。"] {
      let document = try ParsedDocument(
        DocumentText(String(repeating: part, count: 300_000 / part.utf8.count)), path: "a.md")
      let meter = document.text.meter
      let steps = await Task {
        let calls = Calls()
        let chunker = Chunker(maximumTokens: 256) { text in
          calls.state.withLock { state in
            state.count += 1
            guard state.count == call else { return }
            withUnsafeCurrentTask { $0?.cancel() }
            state.steps = meter.steps
          }
          return text.utf8.count / 4 + 1
        }
        #expect(throws: CancellationError.self, "\(part.debugDescription)") { try chunker.chunks(of: document).all() }
        return meter.steps - calls.state.withLock { $0.steps }
      }.value
      // The tokens of one block are counted in one pass, which nothing stops: a millisecond for each million bytes.
      #expect(steps <= Self.most + document.text.bytes.count, "\(part.debugDescription)")
    }
  }

  /// How often a run told what it does after it was cancelled.
  private final class Reports: Sendable {
    let count = Mutex(0)
  }

  /// In each phase in which a run tells what it does.
  @Test(arguments: [IndexProgress.Phase.listing, .reading, .encoding])
  func aRunStopsInEachPhase(phase: IndexProgress.Phase) async throws {
    let notes = Dictionary(uniqueKeysWithValues: (0..<600).map { ("\($0 % 7)/\($0).md", "# N\($0)\n\ntext \($0)\n") })
    let fixture = try await IndexerFixture(notes)
    let reports = Reports()
    let run = Task {
      try await fixture.index.update(from: fixture.notesPath) { progress in
        if reports.count.withLock({ $0 > 0 }) { reports.count.withLock { $0 += 1 } }
        guard progress.phase == phase, reports.count.withLock({ $0 == 0 }) else { return }
        reports.count.withLock { $0 = 1 }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(reports.count.withLock { $0 } < 12)
    let documents = try await fixture.index.status().documents
    #expect(phase == .encoding ? documents < 600 : documents == 0)
    #expect(try await fixture.update().files == 600)
    #expect(try await fixture.index.status().documents == 600)
  }

  /// A long note that is stored while its task is cancelled is not stored in part.
  @Test func aLongNoteIsNotCutOff() async throws {
    let text = (0..<2_000).map { "## S\($0)\n\n" + String(repeating: "w\($0) ", count: 120) }.joined(separator: "\n\n")
    let fixture = try await IndexerFixture(["long.md": text])
    try await fixture.update()
    let before = try await fixture.contents()
    let record = try #require(try await fixture.index.documents(in: fixture.notesPath).first)
    let cut: [Result<DigestedChunk, CancellationError>] = [.failure(CancellationError())]
    var moved = record
    moved.path = "moved.md"
    var batch = IndexBatch(of: fixture.notesPath, changes: [.keepChunks(ofPath: record.path, as: moved)])
    batch.documents = [(record, cut)]
    do {
      try await fixture.index.store(batch)
      Issue.record("a part was stored")
    } catch {
      #expect(error is CancellationError)
    }
    #expect(try await fixture.contents() == before)
  }
}
