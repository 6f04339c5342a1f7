/// A vector of length one, so that the dot product of two of them is their cosine.
///
/// The length is one within float rounding. A vector without a direction has no unit vector: `init?(normalizing:)`
/// returns `nil` for it.
public struct UnitVector: Sendable, Hashable {
  /// The coordinates, `dimensions` of them, with a Euclidean norm of 1 ± 1e-5.
  public let elements: [Float]

  /// The number of coordinates.
  public var dimensions: Int { elements.count }

  /// Scales `elements` to length one.
  ///
  /// Returns `nil` if there are no elements, all are zero, or any is infinite or NaN.
  public init?(normalizing elements: [Float]) {
    var sum = 0.0
    for element in elements { sum += Double(element) * Double(element) }
    guard sum.isFinite, sum > 0 else { return nil }
    let scale = 1 / sum.squareRoot()
    self.elements = elements.map { Float(Double($0) * scale) }
  }

  /// Creates a vector from stored elements, bit for bit.
  ///
  /// Returns `nil` if their length is not one.
  package init?(stored elements: [Float]) {
    let square = elements.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard abs(square - 1) < 1e-4 else { return nil }
    self.elements = elements
  }

  /// Returns the cosine of the angle between two vectors, −1 … 1, or `nil` if their dimensions differ.
  public func cosine(to other: UnitVector) -> Float? {
    other.elements.withUnsafeBufferPointer { cosine(to: $0) }
  }

  /// Returns the cosine to coordinates known to have length one, such as those of an index.
  package func cosine(to other: UnsafeBufferPointer<Float>) -> Float? {
    guard other.count == elements.count else { return nil }
    return elements.withUnsafeBufferPointer { elements in
      // Products of floats are exact in double precision; they are summed in the order of the coordinates.
      var sum = 0.0
      for index in elements.indices { sum += Double(elements[index]) * Double(other[index]) }
      return Float(min(1, max(-1, sum)))
    }
  }
}
