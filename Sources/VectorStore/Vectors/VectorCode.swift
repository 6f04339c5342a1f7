import Embedding

/// A vector as 8-bit whole numbers: `scale` · codes, and a rest whose length is at most `loss`.
struct VectorCode: Sendable, Equatable {
  /// (dimensions): −127 to 127, with 128 added.
  var codes: [UInt8]
  var scale: Float
  var loss: Float
  /// The length of what is left where the codes' lower two bits are not known and 1.5 stands for them, or more.
  var upperLoss: Float

  /// What stands for no vector: found by no query.
  static func none(dimensions: Int) -> VectorCode {
    VectorCode(codes: [UInt8](repeating: 128, count: dimensions), scale: 0, loss: 0, upperLoss: 0)
  }

  init(codes: [UInt8], scale: Float, loss: Float, upperLoss: Float) {
    (self.codes, self.scale, self.loss, self.upperLoss) = (codes, scale, loss, upperLoss)
  }

  init(_ elements: UnsafeBufferPointer<Float>) {
    let largest = elements.reduce(0) { max($0, abs($1)) }
    let scale = largest / 127
    var (rest, upperRest) = (0.0, 0.0)
    codes = elements.map { element in
      let code = scale > 0 ? UInt8(128 + max(-127, min(127, (element / scale).rounded()))) : 128
      let left = Double(element) - Double(scale) * (Double(code) - 128)
      let upperLeft = Double(element) - Double(scale) * (Double(code & ~3) + 1.5 - 128)
      rest += left * left
      upperRest += upperLeft * upperLeft
      return code
    }
    self.scale = scale
    loss = VectorCode.bound(rest)
    upperLoss = VectorCode.bound(upperRest)
  }

  /// A length that is no shorter than the square's root. The sum is of rounded doubles; a part in a million is more
  /// than what they lose.
  private static func bound(_ square: Double) -> Float {
    Float(square.squareRoot() * (1 + 1e-6)).nextUp
  }

  subscript(measure: CodeLayout.Measure) -> Float {
    switch measure {
    case .scale: scale
    case .loss: loss
    case .upperLoss: upperLoss
    }
  }
}
