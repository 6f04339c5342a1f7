import Embedding
import Foundation
import TestSupport
import Testing

/// Encoders of the BERT family, in the shapes that Sentence Transformers saves, beside its own vectors. The weights are
/// drawn by the formula of `scripts/encoder-shapes.py`, which wrote the golden file.
struct EncoderShapeTests {
  private struct Shapes: Decodable {
    var vocabulary: [String]
    var shapes: [Shape]
  }

  private struct Shape: Decodable {
    var name: String
    /// The tensors of each file of weights, with their shapes.
    var weights: [String: [String: [Int]]]
    var texts: [String]
    var queries: [[Float]]
    var documents: [[Float]]
  }

  private static let golden = Result { try Data(contentsOf: Golden.url("shapes.json")) }

  /// SplitMix64 of the position, as a number from −1 to 1.
  private static func number(_ tensor: Int, _ position: Int) -> Float {
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
      let centre: Float = name.contains("LayerNorm.weight") ? 1 : 0
      numbers += (0..<shape.reduce(1, *)).map { number(index, $0) * 0.3 + centre }
      header[name] = ["dtype": "F32", "shape": shape, "data_offsets": [start, numbers.count * 4]]
    }
    var json = try JSONSerialization.data(withJSONObject: header, options: .sortedKeys)
    json.append(Data(repeating: 0x20, count: -json.count & 7))
    return withUnsafeBytes(of: UInt64(json.count).littleEndian) { Data($0) } + json
      + numbers.withUnsafeBytes { Data($0) }
  }

  @Test(arguments: 0..<7) func itsVectorsAreThoseOfSentenceTransformers(index: Int) async throws {
    let data = try Self.golden.get()
    let golden = try JSONDecoder().decode(Shapes.self, from: data)
    let shape = golden.shapes[index]
    let folder = try TemporaryFolder()
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let raw = try #require((object["shapes"] as? [[String: Any]])?[index]["files"] as? [String: Any])
    for (path, content) in raw { try folder.write(JSONSerialization.data(withJSONObject: content), to: path) }
    for (path, tensors) in shape.weights { try folder.write(Self.file(tensors), to: path) }
    try folder.write(golden.vocabulary.joined(separator: "\n") + "\n", to: "vocab.txt")

    let encoder = try BERTEncoder(contentsOf: folder.path)
    #expect(encoder.space.dimensions == shape.documents[0].count)
    for (role, expected) in [(TextRole.query, shape.queries), (.document, shape.documents)] {
      for ((text, vector), reference) in zip(
        zip(shape.texts, try await encoder.encode(shape.texts, as: role)), expected)
      {
        let reference = try #require(UnitVector(normalizing: reference))
        let cosine = try #require(vector.cosine(to: reference))
        #expect(cosine > 0.99999, "\(shape.name), \(role): \(text)")
      }
    }
    let asQuery = try await encoder.encode(shape.texts[0], as: .query)
    let isPrompted = encoder.prompts.query != encoder.prompts.document
    #expect((asQuery == (try await encoder.encode(shape.texts[0], as: .document))) == !isPrompted)
  }

  /// A document's prompt changes its vectors, so indexes made with another are not mixed with it.
  @Test func thePromptOfDocumentsBelongsToTheSpace() throws {
    let folder = try TemporaryFolder()
    let path = try TinyEncoder().write(to: folder)
    func fingerprint(_ prompts: RolePrompts) throws -> String {
      try BERTEncoder(contentsOf: path, prompts: prompts).space.fingerprint
    }
    let plain = try BERTEncoder(contentsOf: path)
    #expect(try fingerprint(RolePrompts(query: "tide ")) == plain.space.fingerprint)
    #expect(try fingerprint(RolePrompts(document: "tide ")) != plain.space.fingerprint)
    let prompted = try BERTEncoder(contentsOf: path, prompts: RolePrompts(document: "tide "))
    #expect(prompted.maximumTokens == plain.maximumTokens - 1)
  }
}
