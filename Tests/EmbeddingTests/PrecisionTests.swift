import Embedding
import TestSupport
import Testing

@Suite struct PrecisionTests {
  private func encoder() throws -> BERTEncoder {
    _ = try MiniLM.encoder()
    return try BERTEncoder(contentsOf: Models.encoder(), precision: .int8)
  }

  @Test func eightBitsGiveNearlyTheVectorsOfFloats() async throws {
    let texts = try Golden.vectors().map(\.text)
    let floats = try await MiniLM.encoder().encode(texts)
    let numbers = try await encoder().encode(texts)
    let cosines = zip(floats, numbers).compactMap { $0.cosine(to: $1) }.sorted()
    #expect(cosines[cosines.count / 2] >= 0.999, "median")
    #expect(cosines[0] >= 0.99, "lowest")
  }

  @Test func aVectorDoesNotDependOnItsNeighboursInTheBatch() async throws {
    let texts = try Golden.vectors().map(\.text)
    let encoder = try encoder()
    let together = try await encoder.encode(texts)
    for (text, vector) in zip(texts, together) {
      #expect((try await encoder.encode(text).cosine(to: vector) ?? 0) > 0.999_99, "\(text)")
    }
  }

  @Test func eachPrecisionHasASpaceOfItsOwn() throws {
    let (float, int8) = (try MiniLM.encoder().space, try encoder().space)
    #expect(float.fingerprint != int8.fingerprint)
    #expect((float.precision, int8.precision) == (.float32, .int8))
    #expect(float.name == int8.name && float.dimensions == int8.dimensions)
  }

  @Test func layersOfAnotherWidthAreRefused() throws {
    let folder = try TemporaryFolder()
    let path = try TinyEncoder().write(to: folder)
    #expect(throws: EmbeddingError.self) { try BERTEncoder(contentsOf: path, precision: .int8) }
    #expect(throws: Never.self) { try BERTEncoder(contentsOf: path) }
  }
}
