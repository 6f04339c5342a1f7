import CBLAS
import Embedding

/// The vectors of an index, row by row, as they stood at one moment.
///
/// A row is a slot of the index's blocks. A free slot is a row of zeros that belongs to no chunk.
struct VectorMatrix: Sendable {
  /// What the index's contents were when this was read; `epoch` changes when all vectors were thrown away.
  var epoch: Int64
  var generation: Int64
  var space: EmbeddingSpace
  /// (rows, dimensions), row-major.
  var elements: [Float]
  /// (rows): the chunk of each row, 0 where the slot is free.
  var chunks: [Int64]

  var rows: Int { chunks.count }
  var dimensions: Int { space.dimensions }

  /// The cosine of a row and `vector`, in an order of summation that does not depend on the row's place.
  ///
  /// Equal to `UnitVector.cosine(to:)`, bit for bit.
  func cosine(ofRow row: Int, to vector: UnitVector) -> Float {
    elements.withUnsafeBufferPointer { elements in
      vector.elements.withUnsafeBufferPointer { vector in
        let start = row * dimensions
        var sum = 0.0
        for index in 0..<dimensions { sum += Double(elements[start + index]) * Double(vector[index]) }
        return Float(min(1, max(-1, sum)))
      }
    }
  }

  /// The rows that are among the `limit` nearest to `vector`, best first, and every row that ties with the last.
  ///
  /// One matrix–vector product finds the candidates; its rounding depends on the row's place, so all candidates
  /// within rounding of the last are scored again, exactly.
  func nearest(to vector: UnitVector, limit: Int) -> [VectorMatch] {
    guard limit > 0, rows > 0, vector.dimensions == dimensions else { return [] }
    let products = self.products(with: vector)
    var best = BoundedHeap<Float>(capacity: limit)
    for row in 0..<rows where chunks[row] != 0 { best.insert(products[row]) }
    guard let last = best.smallest else { return [] }
    // The error of a float dot product of unit vectors is at most dimensions · 2⁻²⁴ on either side.
    let cut = last - max(1e-5, Float(dimensions) * 0x1p-23)
    var matches: [VectorMatch] = []
    for row in 0..<rows where products[row] >= cut && chunks[row] != 0 {
      matches.append(VectorMatch(chunk: chunks[row], cosine: cosine(ofRow: row, to: vector)))
    }
    matches.sort { $0.cosine > $1.cosine }
    guard matches.count > limit else { return matches }
    let worst = matches[limit - 1].cosine
    return Array(matches.prefix { $0.cosine >= worst })
  }

  private func products(with vector: UnitVector) -> [Float] {
    [Float](unsafeUninitializedCapacity: rows) { products, count in
      cblas_sgemv(
        CblasRowMajor, CblasNoTrans, Int32(rows), Int32(dimensions), 1, elements, Int32(dimensions), vector.elements, 1,
        0, products.baseAddress, 1)
      count = rows
    }
  }
}
