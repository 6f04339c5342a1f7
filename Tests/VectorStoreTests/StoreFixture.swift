import Embedding
import Foundation
import TestSupport
import VectorStore

/// An index in a folder of its own, and documents to fill it with.
struct StoreFixture {
  let folder: TemporaryFolder
  let index: SearchIndex
  /// The path of the file, or the address of the database.
  var path: String { index.path }

  init(dimensions: Int = 8) async throws {
    folder = try TemporaryFolder()
    index = try await TestStore.makeIndex(in: folder, encoder: FixedSpaceEncoder(dimensions: dimensions))
  }

  /// Opens the same index once more, as another process would.
  func another(access: SearchIndex.Access = .readWrite) async throws -> SearchIndex {
    try await TestStore.another(index, access: access)
  }

  /// Stores texts as documents of one chunk each, named `00000.md` and so on, with vectors of no meaning.
  func store(_ texts: [String]) async throws {
    var generator = SeededGenerator(seed: 1)
    let dimensions = index.encoder?.space.dimensions ?? 0
    try await index.apply(
      texts.enumerated().map { number, text in
        let path = String(repeating: "0", count: 5 - String(number).count) + "\(number).md"
        return .replace(.test(path), [.test(text, vector: .random(dimensions, using: &generator))])
      })
  }

  /// The paths of the documents whose chunks match, best first.
  func paths(matching query: String, limit: Int = 10) async throws -> [String] {
    let matches = try await index.keywordMatches(query, limit: limit)
    return try await index.chunks(withIDs: matches.map(\.chunk)).map(\.document.path)
  }
}

/// An encoder that has a space and encodes nothing: these tests bring their own vectors.
struct FixedSpaceEncoder: TextEncoder {
  var space: EmbeddingSpace
  var maximumTokens: Int { 256 }

  init(name: String = "test", dimensions: Int, fingerprint: String = "0123456789abcdef") {
    space = EmbeddingSpace(name: name, dimensions: dimensions, fingerprint: fingerprint)
  }

  func tokenCount(of text: String) -> Int { text.count }
  func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] { throw CancellationError() }
}
