import Foundation
import TestSupport

/// The folder of a BERT encoder with one layer and weights drawn by chance, to be spoilt in one way at a time.
struct TinyEncoder {
  var configuration: [String: Any] = [
    "model_type": "bert", "hidden_act": "gelu", "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 1,
    "intermediate_size": 32, "vocab_size": 8, "max_position_embeddings": 12, "layer_norm_eps": 1e-12,
  ]
  var vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "tide", "lamp", "##s"]
  var tensors: [String: (shape: [Int], values: [Float])] = [:]
  /// Spaces behind the header: one alone takes the numbers off their alignment.
  var padding = 0

  init() {
    var random = SeededGenerator(seed: 7)
    func add(_ name: String, _ shape: Int...) {
      let values = (0..<shape.reduce(1, *)).map { _ in Float.random(in: -1...1, using: &random) }
      tensors[name] = (shape, values)
    }
    func addLinear(_ name: String, _ inputs: Int, _ outputs: Int) {
      add(name + ".weight", outputs, inputs)
      add(name + ".bias", outputs)
    }
    func addNorm(_ name: String) {
      add(name + ".weight", 16)
      add(name + ".bias", 16)
    }
    add("embeddings.word_embeddings.weight", 8, 16)
    add("embeddings.position_embeddings.weight", 12, 16)
    add("embeddings.token_type_embeddings.weight", 2, 16)
    addNorm("embeddings.LayerNorm")
    for part in ["query", "key", "value"] { addLinear("encoder.layer.0.attention.self." + part, 16, 16) }
    addLinear("encoder.layer.0.attention.output.dense", 16, 16)
    addNorm("encoder.layer.0.attention.output.LayerNorm")
    addLinear("encoder.layer.0.intermediate.dense", 16, 32)
    addLinear("encoder.layer.0.output.dense", 32, 16)
    addNorm("encoder.layer.0.output.LayerNorm")
  }

  /// The weights as a safetensors file.
  func file() throws -> Data {
    var header: [String: Any] = ["__metadata__": ["format": "pt"]]
    var numbers = Data()
    for (name, tensor) in tensors.sorted(by: { $0.key < $1.key }) {
      let start = numbers.count
      for value in tensor.values {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { numbers.append(contentsOf: $0) }
      }
      header[name] = ["dtype": "F32", "shape": tensor.shape, "data_offsets": [start, numbers.count]]
    }
    var json = try JSONSerialization.data(withJSONObject: header, options: .sortedKeys)
    json.append(Data(repeating: 0x20, count: (8 - json.count % 8) % 8 + padding))
    return withUnsafeBytes(of: UInt64(json.count).littleEndian) { Data($0) } + json + numbers
  }

  /// Writes the folder and returns its path.
  func write(to folder: TemporaryFolder) throws -> String {
    try folder.write(JSONSerialization.data(withJSONObject: configuration), to: "tiny/config.json")
    try folder.write(vocabulary.joined(separator: "\n") + "\n", to: "tiny/vocab.txt")
    try folder.write(file(), to: "tiny/model.safetensors")
    return folder.path + "/tiny"
  }
}
