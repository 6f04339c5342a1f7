package import Embedding
import Foundation
import GRDB

extension SQLiteStore {
  /// Returns the scale of the encoder's cosines: its own or, if it has none, one fitted on chunks from across the index
  /// and kept until the index changes. Without an encoder, or with too few chunks, it is the reference's.
  package nonisolated func cosineScale() async throws -> CosineScale {
    guard let encoder else { return .reference }
    if let known = encoder.cosineScale { return known }
    return try await read { db, memory in
      let version = try VectorCodes.version(of: db)
      if let kept = memory.scale, kept.version == version { return kept.scale }
      guard let space = try EmbeddingSpace.stored(in: db),
        let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM chunks")
      else { return .reference }
      var vectors: [[Float]] = []
      var next: Int64 = 0
      for index in 0..<Int64(Self.sampledChunks) {
        let least = max(next, last * index / Int64(Self.sampledChunks))
        guard
          let row = try Int64.fetchOne(db, sql: "SELECT min(id) FROM chunks WHERE id >= ?", arguments: [least])
        else { break }
        next = row + 1
        try StoredVectors.forEach(chunk: [row], dimensions: space.dimensions, in: db) { _, elements in
          vectors.append(Array(elements))
        }
      }
      var cosines: [Double] = []
      for (index, one) in vectors.enumerated() {
        for other in vectors[..<index] {
          cosines.append(Double(zip(one, other).reduce(Float.zero) { $0 + $1.0 * $1.1 }))
        }
      }
      let scale = CosineScale(of: cosines) ?? .reference
      memory.scale = (version, scale)
      return scale
    }
  }

  /// The number of chunks whose pairs are measured: 8,128 pairs, in milliseconds.
  private static let sampledChunks = 128
}
