import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import Retriever
import TestSupport
import Testing
import VectorStore

/// The sample notes in a file and in a database: whoever asks cannot tell which.
@Suite struct TwoEngineTests {
  private static func database() async throws -> PostgresAddress {
    let server = try await PostgresServer.shared()
    return server.address(of: try await server.makeDatabase())
  }

  @Test func theSampleNotesAreFoundAlike() async throws {
    let folder = try TemporaryFolder()
    let encoder = try BERTEncoder(contentsOf: try Models.encoder())
    let file = try SearchIndex(at: folder.path + "/index.sqlite", encoder: encoder)
    let database = try await SearchIndex.open(at: try await Self.database(), encoder: encoder)
    let reports = [
      try await file.update(from: Corpus.folder.path), try await database.update(from: Corpus.folder.path),
    ]
    #expect(reports[0].chunks == reports[1].chunks)
    #expect(try await database.check() == [])
    #expect(try await database.orphans() == 0)
    #expect(try await file.documentNames().count == database.documentNames().count)
    var asked = 0
    for question in try Corpus.questions() {
      asked += 1
      let expected = try await file.passages(matching: question.question, limit: 10)
      let found = try await database.passages(matching: question.question, limit: 10)
      #expect(found.map(\.source) == expected.map(\.source), "\(question.question)")
      for (found, expected) in zip(found, expected) { #expect(found.score == expected.score) }
    }
    #expect(asked > 40)
    let filters = [
      SearchFilter(tags: ["house"]), SearchFilter(pathParts: ["windfang"]), SearchFilter(phrases: ["main stopcock"]),
      SearchFilter(excluded: .init(phrases: ["the garden"], tags: ["house"])),
      SearchFilter(phrases: ["pH", "no such"]),
      SearchFilter(dated: Day(number: 20_770)...Day(number: 20_775)),
      SearchFilter(folders: [Corpus.folder.path + "/lab"]),
    ]
    for filter in filters {
      let expected = try await file.documents(where: filter, limit: 100)
      let found = try await database.documents(where: filter, limit: 100)
      #expect(found.documents == expected.documents && found.count == expected.count)
      let words = "water oil frost meter"
      let (one, other) = (
        try await file.passages(matching: words, limit: 8, where: filter).map(\.source),
        try await database.passages(matching: words, limit: 8, where: filter).map(\.source)
      )
      #expect(one == other, "\(filter)")
    }
    let links = try await (file.resolvedLinks { _ in [] }, database.resolvedLinks { _ in [] })
    #expect(links.0 == links.1 && !links.0.isEmpty)
    #expect(try await file.tasks(where: SearchFilter()) == database.tasks(where: SearchFilter()))
    for document in try await file.documentNames() {
      let shapes = try await (
        file.shape(ofDocument: document.path, in: document.folder),
        database.shape(ofDocument: document.path, in: document.folder)
      )
      #expect(shapes.0 == shapes.1)
    }
  }

  /// The scores of words, to the last bit.
  @Test(arguments: [UInt64(1), 2, 3]) func wordsAreWeighedAlike(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let encoder = HashingEncoder()
    let file = try SearchIndex(at: folder.path + "/index.sqlite", encoder: encoder)
    let database = try await SearchIndex.open(at: try await Self.database(), encoder: encoder)
    var generator = SeededGenerator(seed: seed)
    let words = [
      "the", "of", "key", "keys", "rotate", "rotation", "garden", "gardens", "HK-01", "Straße", "strasse", "naïve",
      "swift",
      "鍵を回す", "鍵盤", "盤の鍵", "カギ", "열쇠를", "x1", "ﬁre", "don't", "C++",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &generator)).map { _ in
        words[Int.random(in: 0...Int.random(in: 0..<words.count, using: &generator), using: &generator)]
      }.joined(separator: " ")
    }
    for round in 0..<6 {
      var changes: [IndexChange] = []
      for _ in 0..<40 {
        let path = "\(Int.random(in: 0..<120, using: &generator)).md"
        let known = try await file.documents(in: "/notes").contains { $0.path == path }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where known && !changes.contains(where: { $0.path == path }):
          changes.append(.keepChunks(ofPath: path, as: .test(path, title: text(3))))
        case 1 where known && !changes.contains(where: { $0.path == path }):
          changes.append(.remove(folder: "/notes", path: path))
        default:
          let count = Int.random(in: 0...4, using: &generator)
          guard !changes.contains(where: { $0.path == path }) else { continue }
          changes.append(
            .replace(
              .test(path, title: text(2)),
              (0..<count).map { line in
                .test(
                  text(20), headings: [text(2)], line: line + 1,
                  vector: .random(encoder.space.dimensions, using: &generator))
              }))
        }
      }
      try await file.apply(changes)
      try await database.apply(changes)
      if round % 2 == 1 { try await database.eraseDeleted() }
      #expect(try await database.check() == [])
      for query in words + [text(4), text(4), "keys rotation 鍵"] {
        let places = try await (
          Self.places(of: file.keywordMatches(query, limit: 12), in: file),
          Self.places(of: database.keywordMatches(query, limit: 12), in: database)
        )
        #expect(places.0 == places.1, "\(query)")
      }
      let stems = try await file.stems(of: words.joined(separator: " ")) + ["鍵"]
      let frequencies = try await (
        file.documentFrequencies(of: stems), database.documentFrequencies(of: stems)
      )
      #expect(frequencies.0 == frequencies.1)
    }
  }

  private static func places(of matches: [KeywordMatch], in index: SearchIndex) async throws -> [String] {
    let chunks = try await index.chunks(withIDs: matches.map(\.chunk))
    return zip(matches, chunks).map { "\($1.document.path):\($1.ordinal) \($0.exact) \($0.stemmed)" }
  }

  @Test func anotherEncoderAndAnEmptyDatabaseAreSaid() async throws {
    let address = try await Self.database()
    await #expect(throws: SearchIndexError.missing(address.description)) {
      try await SearchIndex.open(at: address, access: .readOnly)
    }
    let encoder = HashingEncoder()
    let notes = try await ScriptedFolder.make()
    let index = try await SearchIndex.open(at: address, encoder: encoder)
    _ = try await index.update(from: notes.path)
    await #expect(throws: SearchIndexError.self) {
      try await SearchIndex.open(at: address, encoder: HashingEncoder(dimensions: 12, name: "other"))
    }
    let reader = try await SearchIndex.open(at: address, encoder: encoder, access: .readOnly)
    await #expect(throws: SearchIndexError.readOnly(address.description)) {
      try await reader.noteFolder("/x")
    }
    #expect(try await IndexLocation(address.description).folders() == [notes.path])
    for mistaken in ["mysql://db/notes", "postgres:/notes"] {
      #expect(throws: PostgresError.self) { try IndexLocation(mistaken) }
    }
    #expect(try await IndexLocation(address.description).space() == encoder.space)
  }

  @Test func whatOnlySQLiteHasRoomForIsStored() async throws {
    let index = try await SearchIndex.open(at: try await Self.database(), encoder: HashingEncoder())
    let word = String(repeating: "a", count: 9000)
    let texts = ["first \0 second \u{F0000} third", word + " end", "鍵を回す", "the signing keys"]
    let chunks = try await texts.enumerated().asyncMap { number, text in
      EncodedChunk.test(text, line: number + 1, vector: try await HashingEncoder().encode(text))
    }
    try await index.apply([
      .replace(.test("a.md", title: "\0 Title", tags: [String(repeating: "t", count: 5000), "Work/Travel"]), chunks)
    ])
    let stored = try await index.chunks(ofDocument: "a.md", in: "/notes")
    #expect(stored.map(\.chunk.text) == texts)
    #expect(stored.first?.document.title == "\0 Title")
    for (query, expected) in [(word, 1), ("second", 0), ("鍵", 2), ("key", 3)] {
      let found = try await index.keywordMatches(query, limit: 5)
      #expect(found.map(\.chunk) == [stored[expected].id], "\(query.prefix(10))")
    }
    #expect(try await index.documents(where: SearchFilter(tags: ["work"]), limit: 5).count == 1)
  }

  @Test func aLargeIndexIsSearchedThroughHNSW() async throws {
    let address = try await Self.database()
    let encoder = HashingEncoder(dimensions: 64)
    let index = SearchIndex(in: try await PostgresStore.open(at: address, encoder: encoder, indexedFrom: 1000))
    let exact = try await SearchIndex.open(at: address, encoder: encoder, access: .readOnly, isExact: true)
    var generator = SeededGenerator(seed: 7)
    for batch in 0..<4 {
      try await index.apply(
        (0..<20).map { number in
          .replace(
            .test("\(batch)-\(number).md"),
            (0..<25).map { .test("text \($0)", line: $0 + 1, vector: .random(64, using: &generator)) })
        })
    }
    try await index.eraseDeleted()
    let server = try await PostgresServer.shared()
    #expect(try await server.sql("SELECT to_regclass('rag.vectors_nearest')", in: address.database ?? "") != "")
    var (held, wanted) = (0, 0)
    for _ in 0..<50 {
      let query = UnitVector.random(64, using: &generator)
      let near = Set(try await index.nearest(to: query, limit: 10).map(\.chunk))
      let nearest = try await exact.nearest(to: query, limit: 10).map(\.chunk)
      held += nearest.count { near.contains($0) }
      wanted += nearest.count
    }
    #expect(wanted == 500)
    #expect(held >= 485, "\(held) of \(wanted)")
  }
}

/// A folder of three notes.
enum ScriptedFolder {
  static func make() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in [
      "keys.md": "# Keys\n\nThe signing keys are rotated every 90 days.\n", "bike.md": "# Bike\n\n4.5 bar in front.\n",
      "bread.md": "# Bread\n\nFeed the starter every Friday.\n",
    ] { try folder.write(text, to: path) }
    return folder
  }
}

extension Sequence {
  func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}

extension IndexChange {
  /// The path of the document that it changes.
  fileprivate var path: String {
    switch self {
    case .replace(let document, _): document.path
    case .keepChunks(let path, _, _): path
    case .remove(_, let path): path
    }
  }
}
