import CBLAS
import Foundation

/// A linear layer after the pooling of a Sentence Transformers model: `2_Dense` and others.
struct DenseLayer: Sendable {
  enum Activation: String, Sendable {
    case identity = "torch.nn.modules.linear.Identity"
    case tanh = "torch.nn.modules.activation.Tanh"
  }

  let inputs: Int
  let outputs: Int
  private let weight: FloatTensor
  private let bias: FloatTensor?
  private let activation: Activation
  /// The digest of the weights.
  let digest: String

  /// Opens a layer's folder, which contains `config.json` and `model.safetensors`.
  init(contentsOf directory: String) throws {
    struct Configuration: Decodable {
      var in_features, out_features: Int
      var bias: Bool?
      var activation_function: String?
    }
    let path = directory + "/config.json"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EmbeddingError.unreadable(path: path, reason: "the configuration of the dense layer is missing")
    }
    guard let configuration = try? JSONDecoder().decode(Configuration.self, from: data),
      1...65_536 ~= configuration.in_features, 1...65_536 ~= configuration.out_features
    else {
      throw EmbeddingError.damaged(path: path, reason: "it is not the configuration of a dense layer")
    }
    let name = configuration.activation_function ?? Activation.tanh.rawValue
    guard let activation = Activation(rawValue: name) else {
      throw EmbeddingError.unsupported(path: path, expected: "the activation tanh or none", found: name)
    }
    (inputs, outputs) = (configuration.in_features, configuration.out_features)
    self.activation = activation
    let file = try SafeTensors(contentsOf: directory + "/model.safetensors")
    weight = try file.floats("linear.weight", shape: [outputs, inputs])
    bias = configuration.bias ?? true ? try file.floats("linear.bias", shape: [outputs]) : nil
    digest = file.sampledDigest()
  }

  /// Returns the layer's output for a vector of `inputs` numbers.
  func callAsFunction(_ x: [Float]) -> [Float] {
    var out =
      bias.map { Array(UnsafeBufferPointer(start: $0.pointer, count: outputs)) } ?? Array(repeating: 0, count: outputs)
    cblas_sgemv(
      CblasRowMajor, CblasNoTrans, Int32(outputs), Int32(inputs), 1, weight.pointer, Int32(inputs), x, 1, 1, &out, 1)
    if activation == .tanh { for index in out.indices { out[index] = tanh(out[index]) } }
    return out
  }
}
