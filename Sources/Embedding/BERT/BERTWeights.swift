/// A BERT model's tensors; shapes are row-major.
struct BERTWeights: Sendable {
  /// A matrix (outputs, inputs), and the bias added to its product.
  struct Linear: Sendable {
    var weight: FloatTensor
    var bias: FloatTensor
    var inputs: Int
    var outputs: Int
  }

  /// Gain and shift of a layer norm, (width).
  struct Norm: Sendable {
    var gain: FloatTensor
    var shift: FloatTensor
  }

  struct Layer: Sendable {
    var query, key, value, output: Linear
    var attentionNorm: Norm
    var inner, outer: Linear
    var outerNorm: Norm
  }

  /// (vocabulary, width)
  var words: FloatTensor
  /// (positions, width)
  var positions: FloatTensor
  /// (types, width): a row for each segment; a single text is in the first.
  var types: FloatTensor
  var norm: Norm
  var layers: [Layer]

  init(_ file: SafeTensors, _ configuration: BERTConfiguration) throws {
    let width = configuration.width
    let prefix = Self.prefix(in: file)
    func tensor(_ name: String, _ shape: [Int]) throws -> FloatTensor { try file.floats(prefix + name, shape: shape) }
    func linear(_ name: String, _ inputs: Int, _ outputs: Int) throws -> Linear {
      Linear(
        weight: try tensor(name + ".weight", [outputs, inputs]), bias: try tensor(name + ".bias", [outputs]),
        inputs: inputs, outputs: outputs)
    }
    func norm(_ name: String) throws -> Norm {
      Norm(gain: try tensor(name + ".weight", [width]), shift: try tensor(name + ".bias", [width]))
    }
    words = try tensor("embeddings.word_embeddings.weight", [configuration.vocabularySize, width])
    positions = try tensor("embeddings.position_embeddings.weight", [configuration.positions, width])
    types = try tensor("embeddings.token_type_embeddings.weight", [configuration.types, width])
    self.norm = try norm("embeddings.LayerNorm")
    layers = try (0..<configuration.layers).map { index in
      let layer = "encoder.layer.\(index)."
      return Layer(
        query: try linear(layer + "attention.self.query", width, width),
        key: try linear(layer + "attention.self.key", width, width),
        value: try linear(layer + "attention.self.value", width, width),
        output: try linear(layer + "attention.output.dense", width, width),
        attentionNorm: try norm(layer + "attention.output.LayerNorm"),
        inner: try linear(layer + "intermediate.dense", width, configuration.innerWidth),
        outer: try linear(layer + "output.dense", configuration.innerWidth, width),
        outerNorm: try norm(layer + "output.LayerNorm"))
    }
  }

  /// Returns what the names of the transformer's tensors begin with: nothing in Sentence Transformers files, `bert.` or
  /// `roberta.` in others.
  static func prefix(in file: SafeTensors) -> String {
    ["bert.", "roberta."].first { file.shape(of: $0 + "embeddings.word_embeddings.weight") != nil } ?? ""
  }
}
