import Embedding
import Retriever
import TestSupport
import Testing
import VectorStore

/// How many passages of one document a search returns.
@Suite struct PassagesPerDocumentTests {
  private static let words = ["key", "rose", "bread", "tyre", "spring", "rotate", "garden", "starter"]

  /// Documents of one to nine chunks, many of equal scores.
  private func notes(seed: UInt64) async throws -> (folder: TemporaryFolder, index: SearchIndex) {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    var generator = SeededGenerator(seed: seed)
    for number in 0..<30 {
      var chunks: [EncodedChunk] = []
      for line in 1...Int.random(in: 1...9, using: &generator) {
        let text = (0..<3).compactMap { _ in Self.words.randomElement(using: &generator) }.joined(separator: " ")
        chunks.append(.test(text, line: line, digest: "\(number) \(line)", vector: try await encoded(text)))
      }
      let place = number % 2 == 0 ? "/notes" : "/work"
      try await index.apply([.replace(.test("\(number / 2).md", in: place), chunks)])
    }
    return (folder, index)
  }

  private func encoded(_ text: String) async throws -> UnitVector {
    try await HashingEncoder().encode(text)
  }

  /// The oracle: all passages, of which those go that come after so many of their document.
  @Test(arguments: 1...3 as ClosedRange<UInt64>, Ranking.allCases)
  func theBestOfEachDocumentStay(seed: UInt64, ranking: Ranking) async throws {
    let notes = try await notes(seed: seed)
    let query = "rotate the garden key"
    let all = try await notes.index.passages(matching: query, limit: 1000, ranking: ranking)
    for perDocument in [1, 2, 3, 100] {
      var counts: [String: Int] = [:]
      let thinned = all.filter { passage in
        counts[passage.source.absolutePath, default: 0] += 1
        return counts[passage.source.absolutePath, default: 0] <= perDocument
      }
      for limit in [1, 8, 40, 1000] {
        let found = try await notes.index.passages(
          matching: query, limit: limit, ranking: ranking, perDocument: perDocument)
        // With the cap, the same passages are scored by fewer lists where the limit is lower.
        if limit == 1000 { #expect(found == thinned) }
        #expect(found.count == min(limit, thinned.count))
        let places = Dictionary(grouping: found, by: \.source.absolutePath)
        #expect(places.values.allSatisfy { $0.count <= perDocument })
      }
    }
  }

  @Test func aLongDocumentLeavesRoomForOthers() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    let vector = try await encoded("rotate the key")
    let log = (1...300).map { EncodedChunk.test("rotate the key", line: $0, digest: "log \($0)", vector: vector) }
    let rose = EncodedChunk.test("the rose", digest: "rose", vector: try await encoded("the rose"))
    try await index.apply([.replace(.test("log.md"), log), .replace(.test("rose.md"), [rose])])
    for ranking in [Ranking.fused, .vector] {
      let found = try await index.passages(matching: "rotate the key", ranking: ranking, perDocument: 2)
      #expect(found.map(\.source.description) == ["log.md:1", "log.md:2", "rose.md:1"])
    }
    #expect(try await index.passages(matching: "rotate the key").count == 8)
    #expect(try await index.passages(matching: "rotate the key", perDocument: 0).isEmpty)
  }

  /// A file of one long line has thousands of chunks under a title that may have the query's words.
  @Test(arguments: Ranking.allCases)
  func aDocumentOfThousandsOfChunksHidesNothing(ranking: Ranking) async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    let vector = try await encoded("rotate the key")
    let line = (1...5000).map { EncodedChunk.test("rotate the key", line: 1, digest: "line \($0)", vector: vector) }
    try await index.apply([.replace(.test("line.md"), line)])
    for number in 0..<30 {
      let text = "turn the key of shed \(number)"
      let chunk = EncodedChunk.test(text, digest: text, vector: try await encoded(text))
      try await index.apply([.replace(.test("\(number).md"), [chunk])])
    }
    let query = "rotate the key"
    let others = try await index.passages(
      matching: query, limit: 6, ranking: ranking,
      where: SearchFilter(excluded: .init(pathParts: ["line.md"])), perDocument: 2)
    let found = try await index.passages(matching: query, limit: 8, ranking: ranking, perDocument: 2)
    #expect(found.prefix(2).map(\.source.path) == ["line.md", "line.md"])
    #expect(found.dropFirst(2).map(\.source) == others.map(\.source))
  }
}
