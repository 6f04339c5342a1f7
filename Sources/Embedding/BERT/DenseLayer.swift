import CBLAS
import Foundation

/// A linear layer after the pooling: `2_Dense` and others of a Sentence Transformers model, the pooler and the
/// classifier of a reranker.
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
  private let file: SafeTensors

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
    try self.init(
      SafeTensors(contentsOf: directory + "/model.safetensors"), named: "linear",
      inputs: configuration.in_features, outputs: configuration.out_features, hasBias: configuration.bias ?? true,
      activation: activation)
  }

  /// Takes the tensors `name.weight` (outputs, inputs) and `name.bias` of a file.
  init(
    _ file: SafeTensors, named name: String, inputs: Int, outputs: Int, hasBias: Bool = true, activation: Activation
  ) throws {
    (self.inputs, self.outputs, self.activation, self.file) = (inputs, outputs, activation, file)
    weight = try file.floats(name + ".weight", shape: [outputs, inputs])
    bias = hasBias ? try file.floats(name + ".bias", shape: [outputs]) : nil
  }

  /// The digest of the file.
  var digest: String { file.sampledDigest() }

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
