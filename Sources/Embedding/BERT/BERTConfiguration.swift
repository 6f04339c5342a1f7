import Foundation

/// An encoder's configuration, from `config.json` and the Sentence Transformers files beside it.
struct BERTConfiguration: Sendable {
  /// The number of coordinates of a token, and of the resulting vector.
  var width: Int
  var layers: Int
  var heads: Int
  /// The number of coordinates inside the feed-forward layer.
  var innerWidth: Int
  var vocabularySize: Int
  /// The number of rows in the table of positions.
  var positions: Int
  /// The row of a text's first position: 0, or in XLM-RoBERTa the one after that of padding.
  var firstPosition: Int
  /// The number of segment types.
  var types: Int
  var epsilon: Float
  /// The maximum number of tokens encoded, special tokens included.
  var maximumTokens: Int

  var headWidth: Int { width / heads }

  /// Whether the vocabulary distinguishes capitals and accents.
  var isCased: Bool

  init(contentsOf directory: String) throws {
    struct Model: Decodable {
      var model_type: String?
      var hidden_act: String?
      var hidden_size, num_hidden_layers, num_attention_heads, intermediate_size, vocab_size: Int
      var max_position_embeddings: Int
      var type_vocab_size, pad_token_id: Int?
      var layer_norm_eps: Double
    }
    struct Limits: Decodable { var max_seq_length: Int? }
    struct Tokenizer: Decodable {
      var do_lower_case: Bool?
      var model_max_length: Double?
    }

    let path = directory + "/config.json"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EmbeddingError.unreadable(path: path, reason: "the configuration is missing")
    }
    guard let model = try? JSONDecoder().decode(Model.self, from: data) else {
      throw EmbeddingError.damaged(path: path, reason: "it is not the configuration of a BERT model")
    }
    func optional<Value: Decodable>(_ name: String) -> Value? {
      FileManager.default.contents(atPath: directory + "/" + name).flatMap {
        try? JSONDecoder().decode(Value.self, from: $0)
      }
    }
    func require(_ condition: Bool, _ expected: String, _ found: String) throws {
      guard condition else { throw EmbeddingError.unsupported(path: path, expected: expected, found: found) }
    }
    let kind = model.model_type ?? "bert"
    try require(["bert", "xlm-roberta"].contains(kind), "a BERT or XLM-RoBERTa model", kind)
    try require(model.hidden_act ?? "gelu" == "gelu", "the activation gelu", model.hidden_act ?? "")
    let sizes = [
      model.hidden_size, model.num_hidden_layers, model.num_attention_heads, model.intermediate_size, model.vocab_size,
      model.max_position_embeddings,
    ]
    try require(sizes.allSatisfy { 1...1_000_000 ~= $0 }, "sizes from 1 to 1,000,000", "\(sizes)")
    try require(
      model.hidden_size % (16 * model.num_attention_heads) == 0 && model.intermediate_size % 16 == 0,
      "heads and layers whose width is a multiple of 16", "\(model.hidden_size), \(model.num_attention_heads) heads")
    let tokenizer: Tokenizer? = optional("tokenizer_config.json")
    let limits: Limits? = optional("sentence_bert_config.json")

    width = model.hidden_size
    layers = model.num_hidden_layers
    heads = model.num_attention_heads
    innerWidth = model.intermediate_size
    vocabularySize = model.vocab_size
    positions = model.max_position_embeddings
    firstPosition = kind == "bert" ? 0 : (model.pad_token_id ?? 1) + 1
    types = model.type_vocab_size ?? 2
    try require(0...positions - 3 ~= firstPosition && 1...16 ~= types, "positions and types", "\(positions), \(types)")
    epsilon = Float(model.layer_norm_eps)
    isCased = tokenizer?.do_lower_case == false
    let longest = Int(max(3, min(tokenizer?.model_max_length ?? .infinity, Double(positions - firstPosition))))
    maximumTokens = max(3, min(limits?.max_seq_length ?? longest, positions - firstPosition))
  }
}
