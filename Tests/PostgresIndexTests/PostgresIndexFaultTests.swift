import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

/// Servers and connections that end in the middle of a batch.
@Suite struct PostgresIndexFaultTests {
  /// Notes and an index of them in a database of a server of their own.
  private struct Notes {
    let server: PostgresServer
    let folder: TemporaryFolder
    let address: PostgresAddress
    let encoder = HashingEncoder()

    init(_ count: Int) async throws {
      server = try await PostgresServer()
      folder = try TemporaryFolder()
      for number in 0..<count {
        try folder.write("# Note \(number)\n\nWord\(number) stands in note \(number).\n", to: "\(number).md")
      }
      address = server.address(of: try await server.makeDatabase())
    }

    /// Updates the index, over a connection of its own.
    func update() async throws -> IndexReport {
      let index = try await SearchIndex.open(at: address, encoder: encoder)
      do {
        let report = try await index.update(from: folder.path, waitingFor: .seconds(20))
        try await index.close()
        return report
      } catch {
        try? await index.close()
        throw error
      }
    }

    /// All that the index holds, without numbers of rows.
    func contents(of index: SearchIndex) async throws -> [String] {
      var contents: [String] = []
      for document in try await index.documents(in: folder.path) {
        contents.append("\(document.path) \(document.title) \(document.digest)")
        let chunks = try await index.chunks(ofDocument: document.path, in: folder.path)
        contents += chunks.map { "\($0.ordinal) \($0.chunk)" }
      }
      for number in [0, 7, 33] {
        let found = try await index.keywordMatches("word\(number)", limit: 3).map(\.exact)
        contents.append("word\(number) \(found)")
      }
      return contents
    }
  }

  @Test func aServerThatIsKilledLosesNothingStoredAndShowsNothingHalf() async throws {
    let notes = try await Notes(60)
    var generator = SeededGenerator(seed: 11)
    var interrupted = 0
    for _ in 0..<12 {
      let updating = Task { try await notes.update() }
      try await Task.sleep(for: .milliseconds(Int.random(in: 5...150, using: &generator)))
      try await notes.server.stop(SIGKILL)
      if case .failure = await updating.result { interrupted += 1 }
      try await notes.server.start()
      let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
      // No document without all of its chunks, no chunk without its vector and its words.
      #expect(try await index.check() == [])
      #expect(try await index.orphans() == 0)
      for document in try await index.documents(in: notes.folder.path) {
        #expect(try await index.chunks(ofDocument: document.path, in: document.folder).count == 1)
      }
      try await index.close()
      // Something is left to do for the next.
      let number = Int.random(in: 0..<60, using: &generator)
      try notes.folder.write("# Note \(number)\n\nWord\(number) was changed in note \(number).\n", to: "\(number).md")
    }
    _ = try await notes.update()
    let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    let fresh = try SearchIndex(at: notes.folder.path + ".sqlite", encoder: notes.encoder)
    _ = try await fresh.update(from: notes.folder.path)
    #expect(try await notes.contents(of: index) == notes.contents(of: fresh))
    #expect(try await index.check() == [])
    #expect(interrupted > 0)
  }

  @Test func oneWriterAtATime() async throws {
    let notes = try await Notes(3)
    let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    let other = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    let busy = SearchIndexError.busy(path: notes.address.description, processID: nil)
    try await index.whileWriting {
      await #expect(throws: busy) { try await other.noteFolder("/x") }
      await #expect(throws: busy) { try await other.beginWriting(waitingFor: .milliseconds(150)) }
      let folders = try await other.folders()
      #expect(folders == [])
    }
    _ = try await other.update(from: notes.folder.path)
    #expect(try await index.status().documents == 3)
    // A reader sees what another writes, words included.
    #expect(try await index.keywordMatches("word1", limit: 3).count == 1)
    try notes.folder.write("# Note 1\n\nOther text.\n", to: "1.md")
    _ = try await other.update(from: notes.folder.path)
    #expect(try await index.keywordMatches("word1", limit: 3).isEmpty)
    #expect(try await index.keywordMatches("other", limit: 3).count == 1)
  }

  @Test func aRemovedFolderLeavesNoWords() async throws {
    let notes = try await Notes(5)
    _ = try await notes.update()
    let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    #expect(try await index.removeFolder(notes.folder.path) == 5)
    #expect(try await index.status().folders.isEmpty)
    #expect(try await index.keywordMatches("word1", limit: 3).isEmpty)
    let left = try await notes.server.sql(
      "SELECT (SELECT count(*) FROM rag.postings) + (SELECT count(*) FROM rag.segments) + (SELECT count(*) FROM rag.vectors)",
      in: notes.address.database ?? "")
    #expect(left == "0")
  }
}
