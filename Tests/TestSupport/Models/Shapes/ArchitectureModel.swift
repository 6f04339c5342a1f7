import Foundation

/// A tiny model of one architecture in a golden file of `LlamaEngineTests`, with weights drawn by the formula of
/// `scripts/architectures.py`.
package struct ArchitectureModel: Decodable, Sendable, CustomStringConvertible {
  /// What Transformers computes after a text.
  package struct Result: Decodable, Sendable {
    /// The logits of the whole vocabulary, or an encoder's mean vector.
    package var numbers: [Double]
    /// The output of the first layer for the last token; `nil` for encoders, and for layers with several outputs.
    package var layer: [Double]?
    /// The tokens of the greedy reply; of an encoder, none.
    package var reply: [Int32]
  }

  struct Field: Decodable {
    var key: String
    var type: String
    var value: Value
  }

  enum Value: Decodable {
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else {
        self = .list(try container.decode([Value].self))
      }
    }
  }

  /// Weights that are drawn, or constants.
  struct Tensor: Decodable {
    var name: String
    var shape: [Int]
    var centre: Float?
    var width: Float?
    var values: [Float]?
  }

  package var name: String
  /// The architecture's name in GGUF files.
  package var architecture: String
  package var results: [Result]
  let seed: Int
  let metadata: [Field]
  let tensors: [Tensor]

  package var description: String { name }

  /// Whether some layers attend to the last tokens only.
  package var slides: Bool {
    metadata.contains { field in
      if case .number(let window) = field.value { field.key.hasSuffix(".sliding_window") && window > 0 } else { false }
    }
  }

  /// Returns the numbers of the tensor at an index.
  func numbers(at index: Int) -> [Float] {
    let tensor = tensors[index]
    if let values = tensor.values { return values }
    let (centre, width) = (tensor.centre ?? 0, tensor.width ?? 0)
    return (0..<tensor.shape.reduce(1, *)).map { ModelShape.number(seed << 16 + index, $0) * width + centre }
  }
}
