import Embedding
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

/// Words that many chunks have, and chunks that score alike, in an index with many segments: as in a file.
@Suite struct CommonWordTests {
  private let folder: TemporaryFolder
  private let server: PostgresServer
  private let name: String
  private let file: SearchIndex
  private let database: SearchIndex
  private var generator = SeededGenerator(seed: 11)

  private static let encoder = HashingEncoder(dimensions: 8)
  private static let words = ["common", "usual", "usually", "key", "keys", "rotate", "rotation", "garden", "gardens"]
  /// Among them are words that are left out, alone and beside others, and words of one stem.
  private static let queries = [
    "common", "usual", "usually", "common usual", "common key", "usual keys rotation", "gardens common usual",
    "nothing",
    "nothing common", "rotate keys gardens usually", "鍵 common", "盤の鍵 key",
  ]

  init() async throws {
    folder = try TemporaryFolder()
    server = try await PostgresServer.shared()
    name = try await server.makeDatabase()
    file = try SearchIndex(at: folder.path + "/index.sqlite", encoder: Self.encoder)
    database = try await SearchIndex.open(at: server.address(of: name), encoder: Self.encoder)
  }

  /// Stores 1,200 chunks in twelve batches. From a thousand on, words that more than half of them have are left out.
  private mutating func fill() async throws {
    for batch in 0..<12 {
      let changes = (0..<20).map { number in
        // The order of the paths is not that of the batches, and two folders have the same paths.
        IndexChange.replace(
          .test("\(number * 37 % 20)-\(batch / 2).md", in: batch % 2 == 0 ? "/notes" : "/other"),
          (0..<5).map { line in .test(text(), line: line + 1, vector: .random(8, using: &generator)) })
      }
      try await apply(changes)
    }
  }

  /// A text of six words: many score alike.
  private mutating func text() -> String {
    var words: [String] = []
    if Int.random(in: 0..<10, using: &generator) < 8 { words.append("common") }
    if Int.random(in: 0..<10, using: &generator) < 7 {
      words.append(Bool.random(using: &generator) ? "usual" : "usually")
    }
    if Int.random(in: 0..<10, using: &generator) < 2 { words.append("鍵盤") }
    while words.count < 6 {
      words.append(Self.words[3 + min(5, Int.random(in: 0..<12, using: &generator))])
    }
    return words.joined(separator: " ")
  }

  private func apply(_ changes: [IndexChange]) async throws {
    try await file.apply(changes)
    try await database.apply(changes)
  }

  private func expectTheSame(_ comment: Comment) async throws {
    for query in Self.queries {
      for (limit, share) in [(3, 3), (12, 2), (150, 150)] {
        let found = (
          try await places(query, limit, share, in: file), try await places(query, limit, share, in: database)
        )
        #expect(found.0 == found.1, "\(comment): \(query), \(limit)")
      }
    }
    let stems = try await file.stems(of: Self.words.joined(separator: " ")) + ["鍵", "no"]
    let frequencies = (
      try await file.documentFrequencies(of: stems), try await database.documentFrequencies(of: stems)
    )
    #expect(frequencies.0 == frequencies.1, comment)
  }

  private func places(_ query: String, _ limit: Int, _ share: Int, in index: SearchIndex) async throws -> Set<String> {
    let matches = try await index.keywordMatches(query, limit: limit, perDocument: share, where: SearchFilter())
    let chunks = try await index.chunks(withIDs: matches.map(\.chunk))
    #expect(chunks.count == matches.count)
    return Set(
      zip(matches, chunks).map {
        "\($1.document.folder)/\($1.document.path):\($1.ordinal) \($0.exact) \($0.stemmed)"
      })
  }

  @Test mutating func commonWordsAreLeftOutAlike() async throws {
    try await fill()
    try await expectTheSame("new")
    // From memory.
    try await expectTheSame("again")
    try await apply((0..<9).map { .remove(folder: "/notes", path: "\($0)-\($0 % 6).md") })
    try await expectTheSame("after some were removed")
    try await apply([
      .replace(.test("0-0.md"), [.test("common usual 鍵盤 key", vector: .random(8, using: &generator))]),
      .keepChunks(ofPath: "11-1.md", as: .test("a.md", title: "Keys")),
      .keepChunks(ofPath: "12-1.md", in: "/notes", as: .test("z.md", in: "/other")),
    ])
    try await expectTheSame("after changes")
    try await database.eraseDeleted()
    #expect(try await database.check() == [])
    try await expectTheSame("after a merge")
    let reader = try await SearchIndex.open(at: server.address(of: name), encoder: Self.encoder, access: .readOnly)
    for query in Self.queries {
      let found = (try await places(query, 12, 2, in: file), try await places(query, 12, 2, in: reader))
      #expect(found.0 == found.1, "another process: \(query)")
    }
  }

  /// In the database, the chunks of the word become one of each segment: whoever reads them takes it for a rare word.
  @Test mutating func theChunksOfWordsThatAreLeftOutAreNotRead() async throws {
    try await fill()
    try await database.eraseDeleted()
    let expected = try await places("common 鍵盤", 12, 2, in: file)
    _ = try await server.sql("UPDATE rag.postings SET holders = '\\x0001' WHERE stem = 'common'", in: name)
    let found = try await places("common 鍵盤", 12, 2, in: database)
    #expect(found == expected, "\(found.symmetricDifference(expected).sorted())")
  }

  @Test mutating func searchesShareWhatTheyHaveRead() async throws {
    try await fill()
    let expected = try await places("keys gardens", 12, 2, in: file)
    #expect(try await places("gardens", 3, 3, in: database).count >= 3)
    #expect(try await places("keys", 3, 3, in: database).count >= 3)
    _ = try await server.sql("UPDATE rag.postings SET holders = ''", in: name)
    let found = try await withThrowingTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<16 { group.addTask { [self] in try await places("keys gardens", 12, 2, in: database) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.allSatisfy { $0 == expected })
  }

  /// Whoever may write to a folder of everybody may store anything there.
  @Test mutating func damagedWordsAreNoCrash() async throws {
    try await fill()
    let statements = [
      "UPDATE rag.postings SET holders = '\\xffffffffffffffff7f01' || holders",
      "UPDATE rag.postings SET chunks = -1, stem_chunks = -1", "UPDATE rag.postings SET chunks = 3, stem_chunks = 9",
      "UPDATE rag.segments SET lengths = lengths[2:], chunks = chunks[3:]",
      "UPDATE rag.segments SET documents = '{}', gone = '{-1}'",
    ]
    for statement in statements {
      _ = try await server.sql(statement, in: name)
      let reader = try await SearchIndex.open(at: server.address(of: name), encoder: Self.encoder, access: .readOnly)
      for query in Self.queries { _ = try await reader.keywordMatches(query, limit: 5) }
      _ = try await reader.documentFrequencies(of: ["key", "common"])
    }
  }

  /// More vectors than are sent at first may be as near.
  @Test(arguments: [1, 4, 10, 60]) mutating func equalVectorsAreFoundInTheOrderOfTheNotes(limit: Int) async throws {
    let (one, other): (UnitVector, UnitVector) = (.random(8, using: &generator), .random(8, using: &generator))
    try await apply(
      (0..<20).map { number in
        .replace(
          .test("\(number * 7 % 20).md"),
          (0..<3).map { .test("text", line: $0 + 1, vector: $0 == 1 ? other : one) })
      })
    let searched = SearchIndex(
      in: try await PostgresStore.open(at: server.address(of: name), encoder: Self.encoder, indexedFrom: 30))
    try await searched.eraseDeleted()
    for query in [one, other, .random(8, using: &generator)] {
      var found: [[String]] = []
      for index in [file, database, searched, searched] {
        let matches = try await index.nearest(to: query, limit: limit)
        let chunks = try await index.chunks(withIDs: matches.map(\.chunk))
        found.append(zip(matches, chunks).map { "\($1.document.path):\($1.ordinal) \($0.cosine)" })
      }
      #expect(found[0].count == limit)
      for other in found[1...] { #expect(other == found[0]) }
    }
  }
}
