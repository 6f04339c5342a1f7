import CKernels
import Embedding
import TestSupport
import Testing
import VectorStore

/// An index, and beside it what it should hold, searched by the reference.
struct SearchedNotes {
  let fixture: StoreFixture
  private let dimensions: Int
  private var documents: [String: [(chunk: Int64, vector: UnitVector)]] = [:]
  private var reference = PlainVectorSearch()
  private(set) var vectors: [UnitVector] = []

  var paths: [String] { documents.keys.sorted() }

  init(dimensions: Int) async throws {
    fixture = try await StoreFixture(dimensions: dimensions)
    self.dimensions = dimensions
  }

  /// An index of vectors that stand in no order, in documents of one to eight.
  init(_ vectors: [UnitVector], dimensions: Int, using generator: inout SeededGenerator) async throws {
    try await self.init(dimensions: dimensions)
    var rest = vectors.shuffled(using: &generator)[...]
    var changes: [IndexChange] = []
    while !rest.isEmpty {
      let count = Int.random(in: 1...8, using: &generator)
      changes.append(.vectors(rest.prefix(count), at: "\(changes.count).md"))
      rest = rest.dropFirst(count)
    }
    try await apply(changes)
  }

  /// Changes the index, and what it should hold.
  mutating func apply(_ changes: [IndexChange]) async throws {
    try await fixture.index.apply(changes)
    let former = documents
    for case .keepChunks(let path, _, _) in changes { documents[path] = nil }
    for change in changes {
      switch change {
      case .replace(let document, let chunks):
        let stored = try await fixture.index.chunks(ofDocument: document.path, in: document.folder)
        try #require(stored.map(\.chunk) == chunks.map(\.chunk))
        documents[document.path] = zip(stored, chunks).map { ($0.id, $1.vector) }
      case .remove(_, let path): documents[path] = nil
      case .keepChunks(let path, _, let document): documents[document.path] = former[path]
      }
    }
    arrange()
  }

  /// Expects no chunk of a document any more; the index is left as it is.
  mutating func forget(_ path: String) {
    documents[path] = nil
    arrange()
  }

  private mutating func arrange() {
    let sorted = paths.flatMap { documents[$0] ?? [] }
    vectors = sorted.map(\.vector)
    reference = PlainVectorSearch(sorted)
  }

  /// Expects that a search finds what the reference does: the same chunks in the same order with the same cosines.
  ///
  /// - Parameters:
  ///   - index: Another opening of the same file.
  ///   - withAllInstructions: Whether to search with each of the processor's instruction sets.
  func expectExactSearch(
    _ queries: [UnitVector], limit: Int, in index: SearchIndex? = nil, withAllInstructions: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let index = index ?? fixture.index
    let expected = reference.nearest(to: queries, limit: limit, where: SearchFilter())
    var results = [("together", try await index.nearest(to: queries, limit: limit))]
    if let query = queries.first {
      results.append(("alone", [try await index.nearest(to: query, limit: limit)] + expected.dropFirst()))
    }
    for instructions in [CODES_BASELINE, CODES_AVX2]
    where withAllInstructions && instructions.rawValue < codes_best_instructions().rawValue {
      guard let store = index.storage as? SQLiteStore else { break }
      let found = try await store.nearest(to: queries, limit: limit, where: SearchFilter(), with: instructions)
      results.append(("\(instructions)", found))
    }
    for (name, found) in results {
      try #require(found.count == expected.count, sourceLocation: sourceLocation)
      for (number, (found, expected)) in zip(found, expected).enumerated() where found != expected {
        let place = zip(found, expected).enumerated().first { $1.0 != $1.1 }
        Issue.record(
          """
          query \(number) of \(queries.count), limit \(limit), \(name): \(found.count) of \(expected.count) found, the \
          first other than expected: \(place.map { "\($0)" } ?? "none")
          """, sourceLocation: sourceLocation)
      }
    }
  }

  /// What is asked of an index: anything, its own vectors, what lies between two, beside one, opposite to one,
  /// and where its codes tell least.
  func queries(_ count: Int, using generator: inout SeededGenerator) -> [UnitVector] {
    (0..<count).map { number in
      let one = vectors.randomElement(using: &generator) ?? .gaussian(dimensions, using: &generator)
      let other = vectors.randomElement(using: &generator) ?? one
      return switch number % 8 {
      case 0: .gaussian(dimensions, using: &generator)
      case 1: one.leftOver
      case 2: .random(dimensions, using: &generator)
      case 3: one
      case 4: one.middle(other)
      case 5: one.opposite
      default: one.moved(by: .random(in: -7 ... -1, using: &generator), &generator)
      }
    }
  }
}

extension IndexChange {
  /// A document of a chunk for each of the vectors, one below the other.
  static func vectors(_ vectors: some Sequence<UnitVector>, at path: String) -> IndexChange {
    .replace(
      .test(path),
      vectors.enumerated().map { number, vector in
        .test("text", line: 1 + 10 * number, digest: "\(path) \(number)", vector: vector)
      })
  }
}
