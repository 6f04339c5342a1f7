public import Foundation

/// A linear function of what one layer of a model computes for the last token of a prompt.
///
/// Layers compute more than the model says: whether it can answer from the sources shows in them along a direction that
/// is much the same for different texts (Lavi, Milo and Geva 2025, arXiv 2509.22449).
public struct LayerScore: Sendable, Hashable, Codable {
  /// The layer, counted from 0.
  public var number: Int
  /// The score of outputs along no direction.
  public var offset: Double
  /// What a weight of 1 adds.
  public var step: Double
  /// The weight of each of the layer's outputs: 16-bit integers, least significant byte first.
  public var weights: Data

  /// Creates a score.
  public init(number: Int, offset: Double, step: Double, weights: Data) {
    (self.number, self.offset, self.step, self.weights) = (number, offset, step, weights)
  }

  /// Returns the score of a layer's outputs, scaled to length 1; `nil` if the layer has another width.
  public func score(of outputs: [Float]) -> Double? {
    let length = outputs.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
    guard weights.count == outputs.count * 2, length > 0 else { return nil }
    let bytes = [UInt8](weights)
    let sum = outputs.indices.reduce(0.0) { sum, index in
      let weight = Int16(truncatingIfNeeded: Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8)
      return sum + Double(weight) * Double(outputs[index])
    }
    return offset + step * sum / length
  }
}
