import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

/// Several processes that write to one index at the same time.
@Suite struct ConcurrentWriterTests {
  /// The folders have the same texts, long documents included, so that runs know each other's vectors.
  @Test(.timeLimit(.minutes(10))) func runsInSeveralFoldersGiveWhatOneWouldGive() async throws {
    let notes = try await SharedNotes(0)
    let parts = ["a", "b", "c", "d"]
    for part in parts {
      for number in 0..<60 { try notes.write(number, to: "\(part)/\(number).md") }
    }
    for round in 0..<3 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for part in parts { group.addTask { _ = try await notes.update(part) } }
        try await group.waitForAll()
      }
      let index = try await notes.open()
      #expect(try await index.check() == [])
      #expect(try await index.orphans() == 0)
      let folders = parts.map { notes.folder.path + "/" + $0 }
      #expect(try await notes.contents(of: index) == notes.contentsOfAFreshOne(folders))
      for part in parts {
        for number in 0..<60 where number % 3 == round {
          try notes.write(number, word: "round\(round)", to: "\(part)/\(number).md")
        }
        try FileManager.default.removeItem(atPath: notes.path(of: "\(part)/\(10 + round).md"))
      }
    }
  }

  @Test func aFolderHasOneRunAtATime() async throws {
    let notes = try await SharedNotes(3)
    try notes.write(4, to: "inner/4.md")
    let (index, other) = (try await notes.open(), try await notes.open())
    let path = notes.folder.path
    try await index.beginWriting()
    try await index.beginWriting(to: path, waitingFor: .zero)
    // Neither a second run there, nor one inside; but one beside it, and one that is above neither.
    await #expect(throws: SearchIndexError.busyFolder(path, path: index.path)) {
      try await other.update(from: path, waitingFor: .milliseconds(150))
    }
    await #expect(throws: SearchIndexError.busyFolder(path + "/inner", path: index.path)) {
      try await other.update(from: path + "/inner", waitingFor: .zero)
    }
    await #expect(throws: SearchIndexError.busyFolder(path, path: index.path)) { try await other.removeFolder(path) }
    let beside = try await ScriptedFolder.make()
    #expect(try await other.update(from: beside.path, waitingFor: .zero).changed == 3)
    await index.endWriting(to: path)
    await index.endWriting()
    #expect(try await other.update(from: path + "/inner", waitingFor: .zero).changed == 1)
    // The whole folder takes the part in, and a run in the part is then one of the whole.
    #expect(try await index.update(from: path, waitingFor: .zero).changed == 3)
    #expect(try await other.update(from: path + "/inner", waitingFor: .zero).folder == path)
    // The locks of a session that ends are free.
    try await index.beginWriting()
    try await index.beginWriting(to: path, waitingFor: .zero)
    try await notes.endSessions()
    #expect(try await notes.update().unchanged == 4)
  }

  @Test func aRunDropsOnlyTheVectorsItKeptItself() async throws {
    let notes = try await SharedNotes(0)
    let index = try await notes.open()
    let vector = try await notes.encoder.encode("text")
    for folder in ["/a", "/b"] {
      try await index.noteFolder(folder)
      var batch = IndexBatch(of: folder)
      batch.kept = ["digest": vector]
      try await index.store(batch)
    }
    try await index.dropKeptVectors(in: "/a")
    #expect(try await index.vectors(forDigests: ["digest"], keptAlone: true).count == 1)
    // Neither does a document that is stored.
    try await index.noteFolder("/c")
    var batch = IndexBatch(of: "/c")
    let chunk = DigestedChunk(
      chunk: Chunk(text: "text", headingPath: [], lines: 1...1, bytes: 0..<4), digest: "digest")
    batch.documents = [(.test("c.md", in: "/c"), [.success(chunk)] as [Result<DigestedChunk, CancellationError>])]
    try await index.store(batch)
    #expect(try await index.vectors(forDigests: ["digest"], keptAlone: true).count == 1)
    try await index.moveKeptVectors(from: "/b", to: "/a")
    try await index.dropKeptVectors(in: "/b")
    #expect(try await index.vectors(forDigests: ["digest"], keptAlone: true).count == 1)
  }

  @Test(arguments: 0..<6) func anIndexNeverHasVectorsOfTwoEncoders(round: Int) async throws {
    let notes = try await SharedNotes(0)
    try await notes.open().close()
    let encoders = [HashingEncoder(dimensions: 16, name: "one"), HashingEncoder(dimensions: 24, name: "two")]
    let errors = try await withThrowingTaskGroup(of: (any Error)?.self) { group in
      for (number, encoder) in encoders.enumerated() {
        let index = try await notes.open(encoder)
        group.addTask {
          do {
            let vector = try await encoder.encode("text")
            try await index.apply([.replace(.test("\(number).md"), [.test("text", vector: vector)])])
            return nil
          } catch {
            return error
          }
        }
      }
      return try await group.reduce(into: [any Error]()) { if let error = $1 { $0.append(error) } }
    }
    #expect(errors.count == 1)
    guard case .differentSpace? = errors.first as? SearchIndexError else {
      Issue.record("\(errors)")
      return
    }
    let index = try await SearchIndex.open(at: notes.address, access: .readOnly)
    #expect(try await index.check() == [])
    #expect(try await index.chunkCount() == 1)
  }

  /// Changes of the same documents, in any order, while segments are merged.
  @Test(.timeLimit(.minutes(10)), arguments: [UInt64(1), 2]) func changesAndMergesAtOnceLoseNoWords(
    seed: UInt64
  ) async throws {
    let notes = try await SharedNotes(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        let index = try await notes.open()
        group.addTask {
          var generator = SeededGenerator(seed: seed * 100 + UInt64(writer))
          for _ in 0..<25 {
            var changes: [IndexChange] = []
            for number in (0..<40).shuffled(using: &generator).prefix(8) {
              let (path, text) = ("\(number).md", "w\(number)x\(Int.random(in: 0..<9, using: &generator))")
              if Int.random(in: 0..<4, using: &generator) == 0 {
                changes.append(.remove(folder: "/notes", path: path))
              } else {
                let vector = try await notes.encoder.encode(text)
                changes.append(
                  .replace(.test(path), [.test(text, vector: vector), .test("end", line: 2, vector: vector)]))
              }
            }
            try await index.apply(changes)
            if writer < 2 { try await index.eraseDeleted() }
          }
          try await index.close()
        }
      }
      try await group.waitForAll()
    }
    let index = try await notes.open()
    #expect(try await index.check() == [])
    #expect(try await index.orphans() == 0)
    // Each word is where the documents have it.
    for document in try await index.documents(in: "/notes") {
      let chunks = try await index.chunks(ofDocument: document.path, in: "/notes")
      #expect(chunks.count == 2)
      let word = try #require(chunks.first?.chunk.text)
      #expect(try await index.keywordMatches(word, limit: 50).map(\.chunk) == [chunks[0].id], "\(word)")
    }
    try await index.eraseDeleted()
    #expect(
      try await notes.server.sql("SELECT count(*) FROM rag.segments WHERE cardinality(gone) > 0", in: notes.database)
        == "0")
  }
}
