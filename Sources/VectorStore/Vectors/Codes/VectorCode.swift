import Embedding

/// A vector quantized to 8-bit integers: `scale` · codes, and an error whose length is at most `loss`.
struct VectorCode: Sendable, Equatable {
  /// (dimensions): −127 to 127, with 128 added.
  var codes: [UInt8]
  var scale: Float
  var loss: Float
  /// At least the length of the error if 1.5 replaces the codes' lower two bits.
  var upperLoss: Float

  /// Returns the code of an empty slot, which no query finds.
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

  /// Returns an upper bound on the square root. A part in a million exceeds the rounding errors of a sum of doubles.
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
