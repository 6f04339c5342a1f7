import Embedding
import VectorStore

/// The reference of vector search: every cosine, in double precision.
struct PlainVectorSearch: VectorSearch {
  /// Chunks and their vectors, sorted by path, then first line.
  private let chunks: [Int64]
  /// (chunks, dimensions)
  private let rows: [Double]

  init(_ sorted: [(chunk: Int64, vector: UnitVector)] = []) {
    chunks = sorted.map(\.chunk)
    rows = sorted.flatMap { $0.vector.elements.map(Double.init) }
  }

  func nearest(to vectors: [UnitVector], limit: Int, where filter: SearchFilter) -> [[VectorMatch]] {
    precondition(filter == SearchFilter(), "this reference knows no documents")
    return vectors.map { nearest(to: $0, limit: limit) }
  }

  /// Cosines are compared as floats, as the index returns them.
  private func nearest(to vector: UnitVector, limit: Int) -> [VectorMatch] {
    let query = vector.elements.map(Double.init)
    var nearest: [VectorMatch] = []
    query.withUnsafeBufferPointer { query in
      rows.withUnsafeBufferPointer { rows in
        var (row, start) = (0, 0)
        while row < chunks.count {
          var (sum, index) = (0.0, 0)
          while index < query.count {
            sum += query[index] * rows[start + index]
            index += 1
          }
          let cosine = Float(max(-1, min(1, sum)))
          if nearest.count < limit || cosine > nearest[limit - 1].cosine {
            // After equal ones, which come earlier in the notes.
            var (low, high) = (0, nearest.count)
            while low < high {
              let middle = (low + high) / 2
              if nearest[middle].cosine < cosine { high = middle } else { low = middle + 1 }
            }
            if nearest.count == limit { nearest.removeLast() }
            nearest.insert(VectorMatch(chunk: chunks[row], cosine: cosine), at: low)
          }
          (row, start) = (row + 1, start + query.count)
        }
      }
    }
    return nearest
  }
}
