import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

@Suite(.enabled(if: TestStore.isFile)) struct KeywordScoreTests {
  private static let words = [
    "rotate", "rotating", "rotated", "key", "keys", "lock", "garden", "rose", "roses", "tulip", "the", "of", "Über",
    "swift", "鍵を回す", "鍵盤", "盤の鍵", "回す", "カギ", "열쇠를", "x1",
  ]

  /// Notes of random words, of which the first are the most frequent.
  private struct Notes {
    let fixture: StoreFixture
    var generator: SeededGenerator
    var paths: Set<String> = []

    init(seed: UInt64) async throws {
      fixture = try await StoreFixture(dimensions: 2)
      generator = SeededGenerator(seed: seed)
    }

    mutating func text(of most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &generator)).map { _ in
        let rank = Int.random(in: 0..<KeywordScoreTests.words.count, using: &generator)
        return KeywordScoreTests.words[Int.random(in: 0...rank, using: &generator)]
      }.joined(separator: " ")
    }

    mutating func path() -> String {
      "\(text(of: 2)) \(Int.random(in: 0..<400, using: &generator)).md"
    }

    /// Stores documents, some of them anew, removes some and renames some.
    mutating func change(_ count: Int, in index: SearchIndex) async throws {
      for _ in 0..<count {
        let path = path()
        let chunks = (0..<Int.random(in: 0..<9, using: &generator)).map { line in
          EncodedChunk.test(
            "all \(text(of: 12))", headings: [text(of: 2)], line: line + 1, vector: .random(2, using: &generator))
        }
        try await index.apply([.replace(.test(path, title: text(of: 1)), chunks)])
        paths.insert(path)
      }
      for path in paths.sorted().shuffled(using: &generator).prefix(count / 4) {
        try await index.apply([.remove(folder: "/notes", path: path)])
        paths.remove(path)
      }
      for former in paths.sorted().shuffled(using: &generator).prefix(count / 4) {
        let path = path()
        guard paths.contains(former), !paths.contains(path) else { continue }
        try await index.apply([.keepChunks(ofPath: former, as: .test(path, title: "another title"))])
        paths.remove(former)
        paths.insert(path)
      }
    }
  }

  private static let queries = [
    "rotate", "rotating rotate keys", "the tulip roses rose", "all", "all swift absent", "absent", "鍵",
    "回す x1 盤 key", "鍵を回す", "uber another title lock of garden",
  ]

  @Test(arguments: [(1, 25), (2, 25), (3, 110)] as [(UInt64, Int)])
  func scoresAreThoseOfFTS5(seed: UInt64, documents: Int) async throws {
    var notes = try await Notes(seed: seed)
    let reference = try FTS5KeywordSearch(notes.fixture.path)
    let writer = try await notes.fixture.another()
    var compared = 0
    for round in 0..<5 {
      // What another process changes is seen as well as what this one does.
      try await notes.change(round < 2 ? 2 * documents : documents, in: round % 2 == 0 ? notes.fixture.index : writer)
      // As though so many chunks had come and gone.
      try await reference.database.write {
        try $0.execute(sql: "UPDATE sqlite_sequence SET seq = seq + 20000 WHERE name = 'chunks'")
      }
      for query in Self.queries {
        for limit in [1, 10, 100_000] {
          let paths =
            Int.random(in: 0..<2, using: &notes.generator) == 0
            ? [] : notes.paths.filter { _ in Int.random(in: 0..<4, using: &notes.generator) == 0 }
          let filter = SearchFilter(paths: Array(paths))
          let expected = try reference.keywordMatches(query, limit: limit, where: filter)
          let found = try await notes.fixture.index.keywordMatches(query, limit: limit, where: filter)
          #expect(found.map(\.chunk) == expected.map(\.chunk), "\(query), limit \(limit), round \(round)")
          for (one, other) in zip(found, expected) {
            #expect(abs(one.exact - other.exact) <= 1e-9 * other.exact)
            #expect(abs(one.stemmed - other.stemmed) <= 1e-9 * other.stemmed)
          }
          compared += found.count
        }
      }
    }
    let chunks = try await notes.fixture.index.chunkCount()
    #expect(compared > 2000 && (seed == 3) == (chunks >= 1000), "\(chunks) chunks")
  }

  @Test func everyScoreIsFoundByItsNumber() {
    var scores = WordScores(chunks: 10, ofAll: 1000, words: 30_000)
    var numbered: [(place: Int, score: Double)] = []
    for length in 1...9000 {
      scores.makeRoom(for: 12)
      for frequency in UInt32(1)...12 {
        let place = scores.first + Int(scores.number(ofFrequency: frequency, length: length))
        // Robertson's formula, with FTS5's constants.
        let (frequency, length) = (Double(frequency), Double(length))
        let share = frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length / 30))
        numbered.append((place, log(990.5 / 10.5) * share))
      }
    }
    #expect(scores.first > 0 && scores.all.count > Int(UInt16.max))
    #expect(numbered.allSatisfy { abs(scores.all[$0.place] - $0.score) < 1e-12 })
    let count = scores.all.count
    let last = [1, 12].map { scores.number(ofFrequency: $0, length: 9000) }
    #expect(scores.all.count == count && last.map { scores.first + Int($0) } == [count - 12, count - 1])
  }

  /// Lengths of chunks are read from one of the indexes alone.
  @Test func bothIndexesSplitTextAlike() async throws {
    var notes = try await Notes(seed: 4)
    try await notes.change(30, in: notes.fixture.index)
    try await notes.fixture.store([
      "running runs ran's re-run", "ＡＢＣ１２ o'clock ﬁnden", "हिन्दी भाषा", "e\u{301}\u{301} 😀", "",
    ])
    let database = try FTS5KeywordSearch(notes.fixture.path).database
    let (all, different) = try await database.read { db in
      (
        try Int.fetchOne(db, sql: "SELECT count(*) FROM chunks_exact_docsize") ?? 0,
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM chunks_exact_docsize AS one FULL JOIN chunks_stemmed_docsize AS other USING (id)
            WHERE one.sz IS NOT other.sz
            """)
      )
    }
    #expect(all > 50)
    #expect(different == 0)
  }
}
