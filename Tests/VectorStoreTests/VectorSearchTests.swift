import Embedding
import TestSupport
import Testing
import VectorStore

@Suite struct VectorSearchTests {
  /// The oracle: every cosine, sorted by cosine, then path, then line.
  private func nearest(
    _ limit: Int, to query: UnitVector, among entries: [(path: String, line: Int, vector: UnitVector)]
  ) -> [String] {
    entries.map { (place: "\($0.path):\($0.line)", entry: $0, cosine: $0.vector.cosine(to: query) ?? .nan) }
      .sorted {
        if $0.cosine != $1.cosine { return $0.cosine > $1.cosine }
        return ($0.entry.path, $0.entry.line) < ($1.entry.path, $1.entry.line)
      }
      .prefix(max(0, limit)).map(\.place)
  }

  private func places(_ matches: [VectorMatch], in index: SearchIndex) async throws -> [String] {
    try await index.chunks(withIDs: matches.map(\.chunk)).map { "\($0.document.path):\($0.chunk.lines.lowerBound)" }
  }

  @Test(arguments: [1, 3, 8, 384])
  func searchEqualsBruteForce(dimensions: Int) async throws {
    let fixture = try await StoreFixture(dimensions: dimensions)
    var generator = SeededGenerator(seed: UInt64(dimensions))
    var entries: [(path: String, line: Int, vector: UnitVector)] = []
    var changes: [IndexChange] = []
    for number in 0..<120 {
      let path = "\(number % 2 == 0 ? "b" : "a")/\(number).md"
      let lines = [1, 5, 40, 200]
      let vectors = lines.map { _ in UnitVector.random(dimensions, using: &generator) }
      entries += zip(lines, vectors).map { (path, $0, $1) }
      let chunks = zip(lines, vectors).map { EncodedChunk.test("text", line: $0, vector: $1) }
      changes.append(.replace(.test(path), chunks))
    }
    try await fixture.index.apply(changes)
    for limit in [-1, 0, 1, 2, 10, 100, 479, 480, 481, 5000] {
      let query = UnitVector.random(dimensions, using: &generator)
      let matches = try await fixture.index.nearest(to: query, limit: limit)
      #expect(try await places(matches, in: fixture.index) == nearest(limit, to: query, among: entries))
      let cosines = try await fixture.index.cosines(to: query, ofChunks: matches.map(\.chunk))
      for match in matches { #expect(cosines[match.chunk] == match.cosine) }
    }
  }

  @Test func chunksOfOneVectorAreFoundInTheOrderOfTheNotes() async throws {
    let fixture = try await StoreFixture(dimensions: 4)
    let vector = try #require(UnitVector(normalizing: [1, 2, 3, 4]))
    var generator = SeededGenerator(seed: 4)
    let paths = (0..<300).map { "\($0).md" }
    for path in paths.shuffled(using: &generator) {
      try await fixture.index.apply([.replace(.test(path), [.test("same", vector: vector)])])
    }
    let matches = try await fixture.index.nearest(to: vector, limit: 7)
    let found = try await fixture.index.chunks(withIDs: matches.map(\.chunk)).map(\.document.path)
    #expect(found == Array(paths.sorted().prefix(7)))
  }

  @Test func anEmptyIndexHasNothingNear() async throws {
    let fixture = try await StoreFixture(dimensions: 4)
    let vector = try #require(UnitVector(normalizing: [1, 2, 3, 4]))
    #expect(try await fixture.index.nearest(to: vector, limit: 5).isEmpty)
    #expect(try await fixture.index.cosines(to: vector, ofChunks: [1, 2]).isEmpty)
    try await fixture.index.apply([.replace(.test("a.md"), [.test("a", vector: vector)])])
    #expect(try await fixture.index.nearest(to: vector, limit: 5).count == 1)
    try await fixture.index.apply([.remove(folder: "/notes", path: "a.md")])
    #expect(try await fixture.index.nearest(to: vector, limit: 5).isEmpty)
  }

  @Test func aQueryOfOtherDimensionsIsAnError() async throws {
    let fixture = try await StoreFixture(dimensions: 4)
    try await fixture.store(["a"])
    let vector = try #require(UnitVector(normalizing: [1, 2]))
    await #expect(throws: SearchIndexError.wrongDimensions(expected: 4, found: 2)) {
      try await fixture.index.nearest(to: vector, limit: 1)
    }
  }

  @Test func theOrderOfIndexingDoesNotChangeResults() async throws {
    var generator = SeededGenerator(seed: 7)
    let documents = (0..<400).map { number in
      (
        Document.test("\(number % 5)/\(number).md", title: "note"),
        (0..<2).map {
          EncodedChunk.test(
            "word\(number % 3) shared", line: 1 + $0, vector: .random(16, using: &generator))
        }
      )
    }
    let queries = (0..<20).map { _ in UnitVector.random(16, using: &generator) }
    var results: [[String]] = []
    for round in 0..<3 {
      let fixture = try await StoreFixture(dimensions: 16)
      let order = round == 0 ? documents : documents.shuffled(using: &generator)
      for batch in stride(from: 0, to: order.count, by: round == 2 ? 1 : 64) {
        try await fixture.index.apply(
          order[batch..<min(order.count, batch + (round == 2 ? 1 : 64))].map { .replace($0, $1) })
      }
      var found: [String] = []
      for query in queries {
        let matches = try await fixture.index.nearest(to: query, limit: 10)
        found += zip(try await places(matches, in: fixture.index), matches).map { "\($0) \($1.cosine)" }
      }
      for query in ["word1", "word0 shared", "shared"] {
        let matches = try await fixture.index.keywordMatches(query, limit: 15)
        let chunks = try await fixture.index.chunks(withIDs: matches.map(\.chunk))
        found += zip(chunks, matches).map { "\($0.document.path) \($0.ordinal) \($1.exact) \($1.stemmed)" }
      }
      results.append(found)
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
  }
}
