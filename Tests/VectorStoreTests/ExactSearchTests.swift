import Embedding
import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

/// More than 10,000 queries, each compared with brute force: the same chunks in the same order with the same cosines.
@Suite struct ExactSearchTests {
  /// Asks so many queries, one, two, up to 64 at once, and a few for everything that there is.
  private func ask(_ notes: SearchedNotes, _ count: Int, using generator: inout SeededGenerator) async throws {
    let limits = [1, 10, 100, 10, 1]
    var queries = notes.queries(count, using: &generator)[...]
    var batch = 0
    while !queries.isEmpty {
      let asked = Array(queries.prefix(1 + batch * 7 % 64))
      let limit = limits[batch % limits.count]
      try await notes.expectExactSearch(asked, limit: limit, withAllInstructions: batch % 3 == 0)
      queries = queries.dropFirst(asked.count)
      batch += 1
    }
    let all = notes.vectors.count
    for limit in [all - 1, all, all + 5] {
      let asked = notes.queries(2, using: &generator)
      try await notes.expectExactSearch(asked, limit: limit, withAllInstructions: limit == all)
    }
  }

  @Test(arguments: zip([1, 3, 17, 384], [50, 1800, 4200, 400]))
  func vectorsOfAllKindsTogetherAreSearchedExactly(dimensions: Int, queries: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(dimensions))
    var vectors: [UnitVector] = []
    for family in VectorFamily.allCases {
      // Of equal ones a few do: that all tie is another test.
      let count = dimensions == 384 ? 100 : [.equal, .duplicates].contains(family) ? 120 : 250
      vectors += family.vectors(count, dimensions: dimensions, using: &generator)
    }
    let notes = try await SearchedNotes(vectors, dimensions: dimensions, using: &generator)
    try await ask(notes, queries, using: &generator)
  }

  @Test(arguments: VectorFamily.allCases)
  func vectorsOfOneKindAreSearchedExactly(family: VectorFamily) async throws {
    for (dimensions, queries) in [(2, 50), (33, 150)] {
      var generator = SeededGenerator(seed: UInt64(dimensions))
      let vectors = family.vectors(300, dimensions: dimensions, using: &generator)
      let notes = try await SearchedNotes(vectors, dimensions: dimensions, using: &generator)
      try await ask(notes, queries, using: &generator)
    }
  }

  @Test func realTextsAreSearchedExactly() async throws {
    let encoder = try MiniLM.encoder()
    // Encoding takes most of this test's time in a debug build: every third of the short lines will do.
    let lines = try Corpus.notes().sorted { $0.key < $1.key }.flatMap { _, note in
      note.split(whereSeparator: \.isNewline).map(String.init).filter { (20..<60).contains($0.utf8.count) }
    }
    let vectors = try await encoder.encode(stride(from: 0, to: lines.count, by: 3).map { lines[$0] })
    #expect(vectors.count > 150)
    let questions = try await encoder.encode(Corpus.questions().map(\.question))
    var generator = SeededGenerator(seed: 384)
    let notes = try await SearchedNotes(vectors, dimensions: 384, using: &generator)
    for limit in [1, 10, 100, vectors.count, vectors.count + 5] {
      try await notes.expectExactSearch(questions, limit: limit)
    }
    try await ask(notes, 500, using: &generator)
  }

  /// Chunks come and go, their places among the codes are used again, and half the time there are few of them left;
  /// another opening of the file sees the same.
  @Test(arguments: [1, 2] as [UInt64])
  func afterAnyHistorySearchIsExact(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let dimensions = 5
    var notes = try await SearchedNotes(dimensions: dimensions)
    let other = try await notes.fixture.another()
    var counts: [Int] = []
    for step in 0..<36 {
      // Twelve steps of growth, then as many of decline, after which the codes are moved together.
      let isGrowing = step % 24 < 12
      var paths = notes.paths.shuffled(using: &generator)
      func take(_ count: Int) -> [String] {
        defer { paths.removeLast(min(count, paths.count)) }
        return paths.suffix(count)
      }
      var changes: [IndexChange] = take(isGrowing ? 3 : 45).map { .remove(folder: "/notes", path: $0) }
      let moved = take(6)
      changes += zip(moved, moved.reversed()).map { .keepChunks(ofPath: $0, as: .test($1)) }
      changes += take(1).map { .keepChunks(ofPath: $0, as: .test("moved \($0)")) }
      let new = (0..<(isGrowing ? 45 : 3)).map { "\($0 * 7919 % 101) of \(step).md" }
      for path in take(8) + new {
        let family = VectorFamily.allCases.randomElement(using: &generator) ?? .gaussian
        let count = Int.random(in: 0...6, using: &generator)
        changes.append(.vectors(family.vectors(count, dimensions: dimensions, using: &generator), at: path))
      }
      try await notes.apply(changes.shuffled(using: &generator))
      counts.append(notes.vectors.count)
      let queries = notes.queries(8, using: &generator)
      for limit in [1, 10] { try await notes.expectExactSearch(queries, limit: limit) }
      try await notes.expectExactSearch(queries, limit: 10, in: other)
      if step % 9 == 8 {
        try await notes.expectExactSearch(queries, limit: notes.vectors.count + 5)
        #expect(try await notes.fixture.index.check() == [])
      }
    }
    #expect(counts[11] > 5 * 256 && counts[23] < 2 * 256, "\(counts)")
  }

  /// No vector of zeros can be made. A file that holds one, with the code of no vector, answers with all others.
  @Test(.enabled(if: TestStore.isFile)) func aVectorOfZerosInTheFileHidesNoOther() async throws {
    #expect(UnitVector(normalizing: [0, 0, 0, 0]) == nil)
    var generator = SeededGenerator(seed: 9)
    let vectors = VectorFamily.gaussian.vectors(40, dimensions: 4, using: &generator)
    var notes = try await SearchedNotes(vectors, dimensions: 4, using: &generator)
    try await notes.apply([.vectors(vectors.prefix(1), at: "zeros.md")])
    try await DatabaseQueue(path: notes.fixture.path).write { db in
      let (chunk, slot) = try #require(
        try Row.fetchOne(
          db,
          sql: "SELECT chunks.id, slot FROM chunks JOIN documents ON documents.id = document WHERE path = 'zeros.md'"
        ).map { ($0[0] as Int64, $0[1] as Int) })
      try db.execute(sql: "UPDATE vectors SET vector = zeroblob(16) WHERE chunk = ?", arguments: [chunk])
      // A block of four coordinates, which are kept as sixteen: 256 · 16 bytes of codes, then a scale for each vector.
      var block = try #require(try Data.fetchOne(db, sql: "SELECT codes FROM code_blocks WHERE id = 0"))
      block.replaceSubrange(4096 + 4 * slot..<4100 + 4 * slot, with: Data(count: 4))
      try db.execute(sql: "UPDATE code_blocks SET codes = ? WHERE id = 0", arguments: [block])
    }
    let index = try await notes.fixture.another()
    #expect(try await index.check() == ["1 vectors do not have length one."])
    notes.forget("zeros.md")
    for limit in [1, 10, 40, 41, 45] {
      let queries = notes.queries(16, using: &generator)
      try await notes.expectExactSearch(queries, limit: limit, in: index)
    }
  }
}
