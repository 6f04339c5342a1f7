import Embedding
import Foundation
import Indexer
import Retriever
import TestSupport
import Testing
import VectorStore

/// Bits that flip anywhere in an index's file: a search gives what it gave before or says what is wrong, and what
/// mends that brings the index back.
@Suite(.enabled(if: TestStore.isFile)) struct DamageRemedyTests {
  private static let queries = ["ninth garden paths", "what is said of n7w3 and n7w5?", "n12w1"]

  private static func makeNotes() async throws -> IndexerFixture {
    let fixture = try await IndexerFixture(
      Dictionary(
        uniqueKeysWithValues: (0..<24).map { number in
          let words = (0..<30).map { "n\(number)w\($0)" }.joined(separator: " ")
          return ("\(number % 3)/\(number).md", "# Note \(number)\n\nA garden, its paths, and \(words).\n")
        }))
    try await fixture.update()
    // So that pages are changed, freed and used again.
    for number in 0..<6 {
      try fixture.write("# Ninth \(number)\n\nother garden words\n", to: "\(number % 3)/\(number).md", age: 1)
    }
    try await fixture.update()
    return fixture
  }

  /// All that searches find, and what they show.
  private static func results(in index: SearchIndex) async throws -> [String] {
    var results: [String] = []
    // Twice: the second search keeps in memory what the first reads as it goes.
    for query in queries + queries {
      for ranking in Ranking.allCases {
        results += try await index.passages(matching: query, limit: 5, ranking: ranking).map {
          "\($0.score) \($0.source) \($0.title) \($0.headingPath) \($0.text)"
        }
      }
    }
    return results
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func whereverBitsFlipSearchesAreTrueAndTheRemedyWorks(seed: UInt64) async throws {
    let fixture = try await Self.makeNotes()
    let path = fixture.index.path
    let expected = try await Self.results(in: fixture.index)
    let contents = try await fixture.contents()
    try await fixture.index.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var generator = SeededGenerator(seed: seed)
    var (errors, mended) = (0, 0)
    for _ in 0..<6 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damaged[Int.random(in: 0..<whole.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try damaged.write(to: URL(fileURLWithPath: path))
      var damage: SearchIndexError?
      do {
        let index = try SearchIndex(at: path, encoder: fixture.encoder, access: .readOnly)
        #expect(try await Self.results(in: index) == expected)
        if let found = try await index.check().first { damage = .corrupt(path: path, reason: found) }
      } catch let error as SearchIndexError {
        errors += 1
        damage = error
      }
      guard let damage else { continue }
      mended += 1
      try await mend(damage, path)
      let index = try SearchIndex(at: path, encoder: fixture.encoder)
      _ = try await index.update(from: fixture.notesPath, rebuild: true)
      #expect(try await index.check() == [], "after: \(damage)")
      #expect(try await Self.results(in: index) == expected, "after: \(damage)")
      #expect(try await IndexerFixture(of: index, in: fixture).contents() == contents)
      try await index.close()
    }
    #expect(errors > 0 && mended >= errors)
  }

  private func mend(_ damage: SearchIndexError, _ path: String) async throws {
    switch damage {
    case .corrupt:
      if let replacement = try await SearchIndex.replaceIfDamaged(at: path) {
        #expect(FileManager.default.fileExists(atPath: replacement.damaged))
        try FileManager.default.removeItem(atPath: replacement.damaged)
      }
    case .notAnIndex: try FileManager.default.removeItem(atPath: path)
    default: Issue.record("nothing mends this: \(damage)")
    }
  }

  /// The folders are on a page that is whole, or past its checksum.
  @Test func aDamagedIndexIsMadeAnewOfItsFolders() async throws {
    let fixture = try await Self.makeNotes()
    let path = fixture.index.path
    try await fixture.index.note(FolderSettings([.code, .scans]), ofFolder: fixture.notesPath)
    try await fixture.index.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // In the middle of each page but the first, so that none matches its checksum.
    for page in 1..<bytes.count / 8192 { bytes[page * 8192 + 8000] ^= 1 }
    try bytes.write(to: URL(fileURLWithPath: path))
    let replacement = try #require(try await SearchIndex.replaceIfDamaged(at: path))
    #expect(replacement.folders == [fixture.notesPath])
    #expect(try Data(contentsOf: URL(fileURLWithPath: replacement.damaged)) == bytes, "it is kept as it was")
    let index = try SearchIndex(at: path, encoder: fixture.encoder)
    #expect(try await index.folders() == [fixture.notesPath])
    #expect(try await index.settings(ofFolder: fixture.notesPath) == FolderSettings([.code, .scans]))
    #expect(try await index.update().map(\.changed) == [24])
    #expect(try await SearchIndex.replaceIfDamaged(at: path) == nil)
  }

  @Test func aSoundIndexIsLeftAsItIs() async throws {
    let fixture = try await Self.makeNotes()
    #expect(try await SearchIndex.replaceIfDamaged(at: fixture.index.path) == nil)
    #expect(try await SearchIndex.replaceIfDamaged(at: fixture.folder.path + "/none.sqlite") == nil)
    #expect(try await fixture.index.check() == [])
  }
}
