import Embedding
import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

@Suite(.enabled(if: TestStore.isFile)) struct IndexSharingTests {
  @Test func aReaderSeesWhatAnotherConnectionCommits() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 5)
    let reader = try await fixture.another(access: .readOnly)
    let query = UnitVector.random(8, using: &generator)
    #expect(try await reader.nearest(to: query, limit: 1000).isEmpty)
    for count in [1, 2, 300] {
      let chunks = (0..<count).map { _ in EncodedChunk.test("word\(count)", vector: .random(8, using: &generator)) }
      try await fixture.index.apply([.replace(.test("a.md"), chunks)])
      #expect(try await reader.nearest(to: query, limit: 1000).count == count)
      #expect(try await reader.keywordMatches("word\(count)", limit: 1000).count == count)
      #expect(try await reader.nearest(to: query, limit: 5) == fixture.index.nearest(to: query, limit: 5))
    }
    _ = try await fixture.index.removeFolder("/notes")
    #expect(try await reader.nearest(to: query, limit: 1000).isEmpty)
  }

  @Test func manySearchesRunWhileAnotherWrites() async throws {
    let fixture = try await StoreFixture()
    let (index, reader) = (fixture.index, try await fixture.another(access: .readOnly))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var generator = SeededGenerator(seed: 6)
        for round in 0..<40 {
          // Two documents of one transaction always have as many chunks as one another.
          let chunks = (0...round % 7).map { _ in EncodedChunk.test("both", vector: .random(8, using: &generator)) }
          try await index.apply([.replace(.test("a.md"), chunks), .replace(.test("b.md"), chunks)])
        }
      }
      for seed in 10..<14 as Range<UInt64> {
        group.addTask {
          var generator = SeededGenerator(seed: seed)
          for round in 0..<40 {
            let query = UnitVector.random(8, using: &generator)
            let from = round % 2 == 0 ? index : reader
            let near = try await from.nearest(to: query, limit: 100)
            let worded = try await from.keywordMatches("both", limit: 100)
            #expect(near.count.isMultiple(of: 2))
            #expect(worded.count.isMultiple(of: 2))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(.timeLimit(.minutes(15))) func aSearchDoesNotWaitForWhatIsBeingStored() async throws {
    let fixture = try await StoreFixture(dimensions: 2)
    let index = fixture.index
    let vector = try #require(UnitVector(normalizing: [1, 0]))
    try await index.apply([.replace(.test("short.md"), [.test("word", vector: vector)])])
    let word = Chunk(text: "word", headingPath: [], lines: 1...1, bytes: 0..<4)
    let chunks = HeldChunks(Array(repeating: DigestedChunk(chunk: word, digest: "known"), count: 3))
    var batch = IndexBatch(of: "/notes")
    batch.documents = [(.test("long.md"), chunks)]
    batch.vectors = ["known": vector]
    async let stored: Void = index.store(batch)
    await chunks.waitUntilBegun()
    // Two at once: one of them waits for the other.
    async let words = index.keywordMatches("word", limit: 10)
    async let nearest = index.nearest(to: vector, limit: 10)
    #expect(try await words.count == 1)
    #expect(try await nearest.count == 1)
    #expect(try await index.stems(of: "words") == ["word"])
    #expect(try await index.documentFrequencies(of: ["word"]) == ["word": 1])
    chunks.release()
    try await stored
    #expect(try await index.keywordMatches("word", limit: 10).count == 4)
    #expect(try await index.nearest(to: vector, limit: 10).count == 4)
  }

  /// Whoever opens a file and closes it ends all locks that its process has on it.
  @Test func aSecondIndexOfAFileInOneProcessLeavesTheFirstItsLocks() async throws {
    let fixture = try await StoreFixture(dimensions: 2)
    let vector = try #require(UnitVector(normalizing: [1, 0]))
    try await fixture.index.apply([.replace(.test("a.md"), [.test("word", vector: vector)])])
    let second = try await fixture.another(access: .readOnly)
    // The other process is the last to close the file, unless it sees that this one has it open.
    for (path, documents) in [("b.md", 2), ("c.md", 3)] {
      _ = try await BuiltProgram.run(["status", "--json", "--index", fixture.path])
      try await fixture.index.apply([.replace(.test(path), [.test("word", vector: vector)])])
      let status = try await BuiltProgram.run(["status", "--json", "--index", fixture.path])
      #expect(status.output.contains("\"documents\":\(documents)"), "\(status)")
    }
    try await second.close()
    #expect(try await fixture.index.check() == [])
  }

  @Test func aFilterHoldsWhileAnotherGivesSlotsAway() async throws {
    let fixture = try await StoreFixture()
    let (index, reader) = (fixture.index, try await fixture.another(access: .readOnly))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var generator = SeededGenerator(seed: 8)
        for round in 0..<60 {
          // The two that pass have as many chunks as one another; the others take slots from them and give them back.
          let numbers = [round % 5, 1 + round * 3 % 7, round % 5]
          let folders = ["in", "out", "in"]
          try await index.apply(
            zip(numbers, folders).enumerated().map { place, entry in
              .replace(
                .test("\(entry.1)/\(place).md"),
                (0...entry.0).map { _ in .test("both", vector: .random(8, using: &generator)) })
            })
        }
      }
      for seed in 20..<23 as Range<UInt64> {
        group.addTask {
          var generator = SeededGenerator(seed: seed)
          let filter = SearchFilter(folders: ["/notes/in"])
          for round in 0..<60 {
            let query = UnitVector.random(8, using: &generator)
            let from = round % 2 == 0 ? index : reader
            let near = try await from.nearest(to: query, limit: 100, where: filter)
            let worded = try await from.keywordMatches("both", limit: 100, where: filter)
            #expect(near.count.isMultiple(of: 2))
            #expect(worded.count.isMultiple(of: 2))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// What a search under way is told by: a filter may let other chunks pass than when the search began.
  @Test func aRecordThatChangesIsANewGenerationToo() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one", "two"])
    func generation() async throws -> Int? {
      try await DatabaseQueue(path: fixture.path).read {
        try Int.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'generation'")
      }
    }
    let before = try #require(try await generation())
    try await fixture.index.apply([.keepChunks(ofPath: "00000.md", as: .test("moved.md", tags: ["new"]))])
    #expect(try await generation() == before + 1)
    var random = SeededGenerator(seed: 1)
    #expect(try await fixture.index.nearest(to: .random(8, using: &random), limit: 5).count == 2)
  }

  @Test func aSecondWriterIsToldWhoHoldsTheIndex() async throws {
    let fixture = try await StoreFixture()
    let second = try await fixture.another()
    let busy = SearchIndexError.busy(path: fixture.path, processID: ProcessInfo.processInfo.processIdentifier)
    #expect(busy.localizedDescription.contains("process \(ProcessInfo.processInfo.processIdentifier)"))
    try await fixture.index.whileWriting {
      await #expect(throws: busy) { try await second.beginWriting() }
      await #expect(throws: busy) { try await second.noteFolder("/x", indexedAt: 1) }
      await #expect(throws: busy) { try await second.beginWriting(waitingFor: .milliseconds(150)) }
      #expect(try await second.folders() == [])
      try await fixture.index.noteFolder("/y", indexedAt: 1)
    }
    try await second.noteFolder("/x", indexedAt: 1)
    #expect(try await fixture.index.folders() == ["/x", "/y"])
    #expect(!FileManager.default.fileExists(atPath: fixture.path + ".lock"))
  }

  @Test func aSecondWriterMayWait() async throws {
    let fixture = try await StoreFixture()
    let second = try await fixture.another()
    try await fixture.index.beginWriting()
    async let waiting: Void = second.whileWriting(waitingFor: .seconds(60)) {
      try await second.noteFolder("/second", indexedAt: 1)
    }
    #expect(try await second.folders() == [])
    await fixture.index.endWriting()
    try await waiting
    try await fixture.index.noteFolder("/first", indexedAt: 1)
    #expect(try await fixture.index.folders() == ["/first", "/second"])
  }

  @Test func theLockOfAProcessThatDiedHoldsNobodyUp() async throws {
    let fixture = try await StoreFixture()
    try fixture.folder.write("999999\n", to: "index.sqlite.lock")
    try await fixture.index.noteFolder("/x", indexedAt: 1)
    #expect(try await fixture.index.folders() == ["/x"])
  }

  @Test func aReaderDoesNotWrite() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one"])
    let reader = try await fixture.another(access: .readOnly)
    await #expect(throws: SearchIndexError.readOnly(fixture.path)) { try await reader.beginWriting() }
    await #expect(throws: SearchIndexError.readOnly(fixture.path)) { try await reader.removeFolder("/notes") }
    #expect(try await fixture.index.status().documents == 1)
  }

  @Test func aClosedIndexIsOneFile() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one", "two"])
    try await fixture.index.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["index.sqlite"])
    #expect(try await fixture.another().status().documents == 2)
    await #expect(throws: SearchIndexError.self) { try await fixture.index.status() }
  }

  /// The files as a crash leaves them: whatever had been committed is there, and nothing else.
  @Test func whatWasCommittedOutlivesACrash() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one", "two"])
    for name in ["index.sqlite", "index.sqlite-wal"] {
      try FileManager.default.copyItem(
        atPath: fixture.folder.path + "/" + name, toPath: fixture.folder.path + "/copy" + name.dropFirst(5))
    }
    let copy = try SearchIndex(at: fixture.folder.path + "/copy.sqlite", encoder: fixture.index.encoder)
    #expect(try await copy.status().documents == 2)
    #expect(try await copy.check() == [])
  }
}
