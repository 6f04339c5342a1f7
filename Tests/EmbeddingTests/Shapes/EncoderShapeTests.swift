import Embedding
import Foundation
import TestSupport
import Testing

/// Encoders of the BERT family, in the shapes that Sentence Transformers saves, beside its own vectors
/// (`scripts/encoder-shapes.py`).
struct EncoderShapeTests {
  private struct Vectors: Decodable {
    struct Shape: Decodable {
      var texts: [String]
      var queries: [[Float]]
      var documents: [[Float]]
    }
    var shapes: [Shape]
  }

  @Test(arguments: 0..<8) func itsVectorsAreThoseOfSentenceTransformers(index: Int) async throws {
    let folder = try TemporaryFolder()
    let model = try ModelShape.all(inFile: "shapes.json")[index]
    let shape = try JSONDecoder().decode(Vectors.self, from: ModelShape.golden("shapes.json")).shapes[index]

    let encoder = try BERTEncoder(contentsOf: model.write(to: folder))
    #expect(encoder.space.dimensions == shape.documents[0].count)
    for (role, expected) in [(TextRole.query, shape.queries), (.document, shape.documents)] {
      for ((text, vector), reference) in zip(
        zip(shape.texts, try await encoder.encode(shape.texts, as: role)), expected)
      {
        let reference = try #require(UnitVector(normalizing: reference))
        let cosine = try #require(vector.cosine(to: reference))
        #expect(cosine > 0.99999, "\(model.name), \(role): \(text)")
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
