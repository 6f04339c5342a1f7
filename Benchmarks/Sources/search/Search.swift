import Embedding
import Foundation
import VectorStore

/// Stores vectors in an index, searches it as lines on standard input request, and prints the seconds of each search.
///
/// The vectors and queries are files of little-endian float32 rows of length one.
@main
enum Search {
  /// Runs off the main actor, from which each search would hop to another thread and back.
  static func main() async throws {
    try await Task.detached { try await answer() }.value
  }

  private static func answer() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let dimensions = Int(arguments[4]) else {
      FileHandle.standardError.write(Data("usage: search INDEX VECTORS.f32 QUERIES.f32 DIMENSIONS\n".utf8))
      exit(64)
    }
    let index = try await SearchIndex.open(at: arguments[1], encoder: NoEncoder(dimensions: dimensions))
    if try await index.status().chunks == 0 { try await store(vectorsAt: arguments[2], dimensions, in: index) }
    let queries = try rows(of: arguments[3], dimensions)
    let clock = ContinuousClock()
    let first = try await clock.measure { _ = try await index.nearest(to: queries[0], limit: 10) }
    try say(["load": first / .seconds(1)])
    while let line = readLine() {
      let fields = line.split(separator: " ").compactMap { Int($0) }
      guard fields.count == 3 else { continue }
      let (at, count, limit) = (fields[0], fields[1], fields[2])
      let asked = (0..<count).map { queries[(at + $0) % queries.count] }
      var matches: [[VectorMatch]] = []
      let seconds = try await clock.measure { matches = try await index.nearest(to: asked, limit: limit) }
      // Chunks are numbered from 1 in the order in which they were stored.
      try say(["seconds": seconds / .seconds(1), "rows": matches.map { $0.map { $0.chunk - 1 } }])
    }
  }

  private static func store(vectorsAt path: String, _ dimensions: Int, in index: SearchIndex) async throws {
    let vectors = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    let count = vectors.count / (dimensions * 4)
    let perDocument = 100
    for batch in stride(from: 0, to: count, by: 50 * perDocument) {
      var changes: [IndexChange] = []
      for first in stride(from: batch, to: min(count, batch + 50 * perDocument), by: perDocument) {
        let chunks = try (first..<min(count, first + perDocument)).map { row in
          EncodedChunk(
            chunk: Chunk(text: "row \(row)", headingPath: [], lines: row + 1...row + 1, bytes: 0..<1),
            digest: "\(row)", vector: try vector(row, of: vectors, dimensions))
        }
        let path = String(format: "%09d.md", first)
        let document = Document(
          folder: "/rows", path: path, title: "rows", size: 0, modificationDate: .distantPast, digest: "\(first)")
        changes.append(.replace(document, chunks))
      }
      try await index.apply(changes)
    }
  }

  private static func rows(of path: String, _ dimensions: Int) throws -> [UnitVector] {
    let data = try Data(contentsOf: URL(filePath: path))
    return try (0..<data.count / (dimensions * 4)).map { try vector($0, of: data, dimensions) }
  }

  private static func vector(_ row: Int, of data: Data, _ dimensions: Int) throws -> UnitVector {
    let elements = [Float](unsafeUninitializedCapacity: dimensions) { buffer, count in
      count = dimensions
      data.copyBytes(to: buffer, from: row * dimensions * 4..<(row + 1) * dimensions * 4)
    }
    guard let vector = UnitVector(normalizing: elements) else { throw CocoaError(.fileReadCorruptFile) }
    return vector
  }

  private static func say(_ object: [String: Any]) throws {
    FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: object) + Data("\n".utf8))
  }
}

/// Names the space of the vectors; it cannot encode.
private struct NoEncoder: TextEncoder {
  struct Unavailable: Error {}

  let space: EmbeddingSpace
  let maximumTokens = 256

  init(dimensions: Int) { space = EmbeddingSpace(name: "rows", dimensions: dimensions, fingerprint: "rows") }

  func tokenCount(of text: String) -> Int { text.utf8.count }
  func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] { throw Unavailable() }
}
