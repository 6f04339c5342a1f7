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
    var address: PostgresAddress
    let encoder = HashingEncoder()

    init(_ count: Int, environment: [String: String] = [:]) async throws {
      server = try await PostgresServer(environment: environment)
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
    let plan = KillPlan(kills: 12, seed: 11)
    var generator = plan.generator
    var interrupted = 0
    for kill in 0..<plan.kills {
      let updating = Task { try await notes.update() }
      try await Task.sleep(for: .milliseconds(Int.random(in: 5...150, using: &generator)))
      try await notes.server.stop(SIGKILL)
      if case .failure = await updating.result { interrupted += 1 }
      try await notes.server.start()
      let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
      // No document without all of its chunks, no chunk without its vector and its words.
      #expect(try await index.check() == [], "\(plan.step(kill))")
      #expect(try await index.orphans() == 0, "\(plan.step(kill))")
      for document in try await index.documents(in: notes.folder.path) {
        let count = try await index.chunks(ofDocument: document.path, in: document.folder).count
        #expect(count == 1, "\(plan.step(kill))")
      }
      try await index.close()
      // Something is left to do for the next.
      let number = Int.random(in: 0..<60, using: &generator)
      try notes.folder.write("# Note \(number)\n\nWord\(number) was changed in note \(number).\n", to: "\(number).md")
    }
    try await expectWhole(notes)
    #expect(interrupted > 0)
  }

  /// Expects that an update now ends with the index that one in a file would be.
  private func expectWhole(_ notes: Notes) async throws {
    _ = try await notes.update()
    let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    let fresh = try SearchIndex(at: notes.folder.path + ".sqlite", encoder: notes.encoder)
    _ = try await fresh.update(from: notes.folder.path)
    #expect(try await notes.contents(of: index) == notes.contents(of: fresh))
    #expect(try await index.check() == [])
    try await index.close()
  }

  @Test func aFullDiskIsSaidAndLosesNothing() async throws {
    let library = try CompiledLibrary("full.c")
    let flags = try TemporaryFolder()
    // The server may run as another user.
    chmod(flags.path, 0o755)
    chmod((library.path as NSString).deletingLastPathComponent, 0o755)
    let flag = flags.path + "/full"
    let notes = try await Notes(60, environment: library.environment.merging(["FULL_WHEN": flag]) { $1 })
    _ = try await notes.update()
    for number in 0..<400 {
      try notes.folder.write("# New \(number)\n\nWord\(number) is new in \(number).\n", to: "new/\(number).md")
    }
    try flags.write("", to: "full")
    await #expect(throws: SearchIndexError.noSpace(notes.address.description)) { try await notes.update() }
    let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    #expect(try await index.check() == [])
    #expect(try await index.status().documents >= 60)
    #expect(try await index.keywordMatches("word7", limit: 3).count >= 1)
    try await index.close()
    try FileManager.default.removeItem(atPath: flag)
    try await expectWhole(notes)
  }

  @Test(arguments: [3_000, 10_000, 30_000, 60_000]) func aConnectionThatIsCutUndoesOneBatch(bytes: Int) async throws {
    var notes = try await Notes(60)
    let direct = notes.address
    let proxy = try CuttingProxy(to: notes.server.folder + "/.s.PGSQL.\(notes.server.port)")
    notes.address.hosts = [.init(name: "127.0.0.1", port: proxy.port)]
    proxy.cut(.afterSending(bytes))
    await #expect(throws: PostgresError.self) { try await notes.update() }
    proxy.cut(nil)
    notes.address = direct
    let index = try await SearchIndex.open(at: direct, encoder: notes.encoder)
    #expect(try await index.check() == [])
    try await index.close()
    try await expectWhole(notes)
  }

  @Test func aSlowNetworkOnlyTakesLonger() async throws {
    var notes = try await Notes(40)
    let direct = notes.address
    let proxy = try CuttingProxy(to: notes.server.folder + "/.s.PGSQL.\(notes.server.port)")
    proxy.delay(.milliseconds(5))
    notes.address.hosts = [.init(name: "127.0.0.1", port: proxy.port)]
    #expect(try await notes.update().changed == 40)
    notes.address = direct
    try await expectWhole(notes)
  }

  @Test func aReaderSeesWhatAnotherWrites() async throws {
    let notes = try await Notes(3)
    let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    let other = try await SearchIndex.open(at: notes.address, encoder: notes.encoder)
    _ = try await other.update(from: notes.folder.path)
    #expect(try await index.status().documents == 3)
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
