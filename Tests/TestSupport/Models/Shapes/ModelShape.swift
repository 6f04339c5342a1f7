import Foundation

/// An encoder or a reranker of a golden file in `EmbeddingTests/Golden`: its folder's files, with weights drawn by the
/// formula of `scripts/encoder-shapes.py`, which wrote the golden file.
package struct ModelShape {
  package var name: String
  /// The tensors of each file of weights, with their shapes.
  package var weights: [String: [String: [Int]]]
  private var files: [String: Data]
  let vocabulary: [String]
  /// Whether its vocabulary is that of `unigram/` instead of WordPiece's.
  private var isUnigram: Bool

  /// Reads the models of a golden file.
  package static func all(inFile name: String) throws -> [ModelShape] {
    struct Contents: Decodable {
      struct Shape: Decodable {
        var name: String
        var weights: [String: [String: [Int]]]
        var isUnigram: Bool?
      }
      var vocabulary: [String]
      var shapes: [Shape]
    }
    let data = try golden(name)
    let contents = try JSONDecoder().decode(Contents.self, from: data)
    let raw = (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["shapes"] as? [[String: Any]] ?? []
    return try zip(contents.shapes, raw).map { shape, raw in
      let files = try (raw["files"] as? [String: Any] ?? [:]).mapValues {
        try JSONSerialization.data(withJSONObject: $0)
      }
      return ModelShape(
        name: shape.name, weights: shape.weights, files: files, vocabulary: contents.vocabulary,
        isUnigram: shape.isUnigram ?? false)
    }
  }

  /// The first reranker, for tests of what is done with its scores.
  package static func writeReranker(to folder: TemporaryFolder, at path: String) throws -> String {
    try all(inFile: "rerankers.json")[0].write(to: folder, at: path)
  }

  /// Returns the bytes of a golden file.
  package static func golden(_ name: String) throws -> Data {
    try Data(contentsOf: Repository.url.appending(path: "Tests/EmbeddingTests/Golden").appending(path: name))
  }

  /// Writes the model's folder, and returns its path.
  @discardableResult
  package func write(to folder: TemporaryFolder, at path: String = "model") throws -> String {
    for (name, data) in files { try folder.write(data, to: path + "/" + name) }
    for (name, tensors) in weights { try folder.write(Self.file(tensors), to: path + "/" + name) }
    if isUnigram {
      let name = "sentencepiece.bpe.model"
      try folder.write(Self.golden("unigram/" + name), to: path + "/" + name)
    } else {
      try folder.write(vocabulary.joined(separator: "\n") + "\n", to: path + "/vocab.txt")
    }
    return folder.path + "/" + path
  }

  /// The numbers of a tensor, which is `index`th by name.
  package static func numbers(_ name: String, _ index: Int, count: Int) -> [Float] {
    let centre: Float = name.contains("LayerNorm.weight") ? 1 : 0
    return (0..<count).map { number(index, $0) * 0.3 + centre }
  }

  /// SplitMix64 of the position, as a number from −1 to 1.
  static func number(_ tensor: Int, _ position: Int) -> Float {
    var x = (UInt64(position) &+ UInt64(tensor) << 32) &* 0x9E37_79B9_7F4A_7C15
    x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
    x ^= x >> 31
    return Float(x >> 40) / Float(1 << 23) - 1
  }

  private static func file(_ tensors: [String: [Int]]) throws -> Data {
    var header: [String: Any] = [:]
    var numbers: [Float] = []
    for (index, (name, shape)) in tensors.sorted(by: { $0.key < $1.key }).enumerated() {
      let start = numbers.count * 4
      numbers += Self.numbers(name, index, count: shape.reduce(1, *))
      header[name] = ["dtype": "F32", "shape": shape, "data_offsets": [start, numbers.count * 4]]
    }
    var json = try JSONSerialization.data(withJSONObject: header, options: .sortedKeys)
    json.append(Data(repeating: 0x20, count: -json.count & 7))
    return withUnsafeBytes(of: UInt64(json.count).littleEndian) { Data($0) } + json
      + numbers.withUnsafeBytes { Data($0) }
  }
}
