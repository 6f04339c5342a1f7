import Embedding
import Foundation
import VectorStore

/// An index in a folder of its own, and documents to fill it with.
struct StoreFixture {
  let folder: TemporaryFolder
  let path: String
  let index: SearchIndex

  init(dimensions: Int = 8) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/index.sqlite"
    index = try SearchIndex(at: path, encoder: FixedSpaceEncoder(dimensions: dimensions))
  }

  /// Opens the same file once more, as another process would.
  func another(access: SearchIndex.Access = .readWrite) throws -> SearchIndex {
    try SearchIndex(at: path, encoder: index.encoder, access: access)
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
  func encode(_ texts: [String]) async throws -> [UnitVector] { throw CancellationError() }
}

extension Document {
  static func test(
    _ path: String, in folder: String = "/notes", title: String = "", digest: String = "d", modified: Int64 = 1,
    tags: [String]? = []
  ) -> Document {
    Document(folder: folder, path: path, title: title, size: 1, modified: modified, digest: digest, tags: tags)
  }
}

extension EncodedChunk {
  static func test(
    _ text: String, headings: [String] = [], line: Int = 1, digest: String? = nil, vector: UnitVector
  ) -> EncodedChunk {
    EncodedChunk(
      chunk: Chunk(text: text, headingPath: headings, lines: line...line, bytes: line..<line + text.utf8.count),
      digest: digest ?? "\(vector.elements)", vector: vector)
  }
}

extension UnitVector {
  /// A vector of whole numbers scaled to length one, so that equal vectors and equal cosines happen.
  static func random(_ dimensions: Int, using generator: inout SeededGenerator) -> UnitVector {
    while true {
      let elements = (0..<dimensions).map { _ in Float(Int.random(in: -3...3, using: &generator)) }
      if let vector = UnitVector(normalizing: elements) { return vector }
    }
  }
}
