import Embedding
import TestSupport
import Testing

@Suite struct HashingEncoderTests {
  @Test func textsThatShareWordsLieNearEachOther() async throws {
    let encoder = HashingEncoder()
    let vectors = try await encoder.encode(["rotate the signing keys", "the keys: rotate, signing!", "plum cake", ""])
    let near = try #require(vectors[0].cosine(to: vectors[1]))
    let far = try #require(vectors[0].cosine(to: vectors[2]))
    #expect(near > far + 0.2)
    #expect(try await HashingEncoder().encode("plum cake") == vectors[2])
    #expect(encoder.encodedTexts.count == 4)
    #expect(encoder.tokenCount(of: "Rotate, 鍵を") == 4)
  }
}
