import Embedding
import Foundation
import TestSupport

/// Kinds of vectors that a search may get wrong, each for a reason of its own.
enum VectorFamily: CaseIterable {
  case gaussian, wholeNumbers, nearDuplicates, duplicates, equal, antipodal, oneHot, sparse, oneHuge, onSteps,
    betweenSteps

  func vectors(_ count: Int, dimensions: Int, using generator: inout SeededGenerator) -> [UnitVector] {
    let centres = (0...count / 50).map { _ in UnitVector.gaussian(dimensions, using: &generator) }
    var vectors: [UnitVector] = []
    while vectors.count < count {
      let centre = centres[vectors.count % centres.count]
      switch self {
      case .gaussian: vectors.append(.gaussian(dimensions, using: &generator))
      case .wholeNumbers: vectors.append(.random(dimensions, using: &generator))
      case .nearDuplicates: vectors.append(centre.moved(by: .random(in: -7 ... -3, using: &generator), &generator))
      case .duplicates: vectors.append(centre)
      case .equal: vectors.append(centres[0])
      case .antipodal:
        let vector = UnitVector.gaussian(dimensions, using: &generator)
        vectors.append(vector)
        vectors.append(vector.opposite)
      case .oneHot: vectors.append(.sparse(1, of: dimensions, using: &generator))
      case .sparse: vectors.append(.sparse(3, of: dimensions, using: &generator))
      case .oneHuge: vectors.append(.oneHuge(dimensions, using: &generator))
      case .onSteps: vectors.append(centre.onSteps(using: &generator))
      case .betweenSteps: vectors.append(.betweenSteps(dimensions, isAbove: vectors.count % 2 == 0, using: &generator))
      }
    }
    return Array(vectors.prefix(count))
  }
}

extension UnitVector {
  /// A direction that is as likely as any other.
  static func gaussian(_ dimensions: Int, using generator: inout SeededGenerator) -> UnitVector {
    .made(of: dimensions) { _ in .gaussian(using: &generator) }
  }

  /// The vector, moved in every coordinate by about 10 to the power of `exponent`.
  func moved(by exponent: Double, _ generator: inout SeededGenerator) -> UnitVector {
    .made(of: dimensions) { elements[$0] + Float(pow(10, exponent)) * .gaussian(using: &generator) }
  }

  var opposite: UnitVector { .made(of: dimensions) { -elements[$0] } }

  /// Half-way between two vectors; the other one where they are opposite.
  func middle(_ other: UnitVector) -> UnitVector {
    UnitVector(normalizing: zip(elements, other.elements).map { $0 + $1 }) ?? other
  }

  /// Ones, some of them negative, at no more than `count` places, and zeros.
  fileprivate static func sparse(
    _ count: Int, of dimensions: Int, using generator: inout SeededGenerator
  ) -> UnitVector {
    let places = (0..<count).map { _ in Int.random(in: 0..<dimensions, using: &generator) }
    let sign: Float = .random(using: &generator) ? 1 : -1
    return .made(of: dimensions) { $0 == places[0] ? sign : places.contains($0) ? 1 : 0 }
  }

  /// One coordinate beside which 8 bits leave nothing of the others.
  fileprivate static func oneHuge(_ dimensions: Int, using generator: inout SeededGenerator) -> UnitVector {
    let place = Int.random(in: 0..<min(2, dimensions), using: &generator)
    let huge = Float(pow(10, Double.random(in: 2...6, using: &generator)))
    return .made(of: dimensions) { Float.gaussian(using: &generator) * ($0 == place ? huge : 1) }
  }

  /// A vector nearby of which 8 bits leave nothing out: neighbours differ by less than what a query's numbers leave
  /// out.
  fileprivate func onSteps(using generator: inout SeededGenerator) -> UnitVector {
    .made(of: dimensions) {
      $0 == 0 ? 127 : (60 * elements[$0]).rounded() + Float(Int.random(in: -1...1, using: &generator))
    }
  }

  /// Coordinates that are all above their codes by the same, or all below: in this direction what the codes leave out
  /// changes a product as much as it can, and the lower codes are those of the nearer vectors.
  fileprivate static func betweenSteps(
    _ dimensions: Int, isAbove: Bool, using generator: inout SeededGenerator
  ) -> UnitVector {
    let rest = Float.random(in: 0.4...0.49, using: &generator)
    let share = Float.random(in: 0.8...0.95, using: &generator)
    return .made(of: dimensions) {
      if $0 == 0 { return 127 }
      return isAbove ? 3 + rest : (.random(in: 0..<1, using: &generator) < share ? 4 : 3) - rest
    }
  }

  /// The direction of what 8 bits leave out; the vector itself where that is nothing.
  var leftOver: UnitVector {
    let step = elements.reduce(0) { max($0, abs($1)) } / 127
    return UnitVector(normalizing: elements.map { $0 - step * ($0 / step).rounded() }) ?? self
  }

  private static func made(of dimensions: Int, _ element: (Int) -> Float) -> UnitVector {
    while true {
      if let vector = UnitVector(normalizing: (0..<dimensions).map(element)) { return vector }
    }
  }
}

extension Float {
  /// Box and Muller's normal deviate.
  fileprivate static func gaussian(using generator: inout SeededGenerator) -> Float {
    let radius = (-2 * log(Double.random(in: 1e-12...1, using: &generator))).squareRoot()
    return Float(radius * cos(.random(in: 0...(2 * .pi), using: &generator)))
  }
}
