import Embedding

extension UnitVector {
  /// A vector of whole numbers scaled to length one, so that equal vectors and equal cosines happen.
  package static func random(_ dimensions: Int, using generator: inout SeededGenerator) -> UnitVector {
    while true {
      let elements = (0..<dimensions).map { _ in Float(Int.random(in: -3...3, using: &generator)) }
      if let vector = UnitVector(normalizing: elements) { return vector }
    }
  }
}
