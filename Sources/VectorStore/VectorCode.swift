import Embedding

/// A vector as 8-bit whole numbers: `scale` · codes, and a rest whose length is at most `loss`.
struct VectorCode: Sendable, Equatable {
  /// (dimensions): −127 to 127, with 128 added.
  var codes: [UInt8]
  var scale: Float
  var loss: Float

  /// What stands for no vector: found by no query.
  static func none(dimensions: Int) -> VectorCode {
    VectorCode(codes: [UInt8](repeating: 128, count: dimensions), scale: 0, loss: 0)
  }

  init(codes: [UInt8], scale: Float, loss: Float) {
    (self.codes, self.scale, self.loss) = (codes, scale, loss)
  }

  init(_ elements: UnsafeBufferPointer<Float>) {
    let largest = elements.reduce(0) { max($0, abs($1)) }
    let scale = largest / 127
    var rest = 0.0
    codes = elements.map { element in
      let code = scale > 0 ? max(-127, min(127, (element / scale).rounded())) : 0
      let left = Double(element) - Double(scale) * Double(code)
      rest += left * left
      return UInt8(128 + Int(code))
    }
    self.scale = scale
    // The sum is of rounded doubles; a part in a million is more than what they lose.
    loss = Float(rest.squareRoot() * (1 + 1e-6)).nextUp
  }
}
