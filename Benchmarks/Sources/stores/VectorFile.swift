import Embedding
import Foundation

/// A file of little-endian float32 rows.
struct VectorFile: Sendable {
  private static let dimensions = 384
  private let data: Data

  init(contentsOf path: String) throws { data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) }

  var count: Int { data.count / (4 * Self.dimensions) }

  subscript(row: Int) -> UnitVector {
    get throws {
      let bytes = 4 * Self.dimensions
      let elements = [Float](unsafeUninitializedCapacity: Self.dimensions) { buffer, count in
        count = Self.dimensions
        data.copyBytes(to: buffer, from: row * bytes..<(row + 1) * bytes)
      }
      guard let vector = UnitVector(normalizing: elements) else { throw CocoaError(.fileReadCorruptFile) }
      return vector
    }
  }
}
