import Embedding
import LlamaEngine
import TestSupport
import Testing

/// SmolLM2 was not trained to encode, but its vectors obey the same rules.
@Suite(.serialized) struct LlamaTextEncoderTests {
  private let texts = ["The weather is lovely today.", "It's so sunny outside!", "", "日本語の文。", "a"]

  private func load(
    pooling: Pooling? = nil, maximumTokens: Int = 64
  ) async throws -> LlamaTextEncoder {
    _ = try await SmolLM2.load()
    return try await LlamaTextEncoder(
      contentsOf: Models.smallModel(), pooling: pooling, maximumTokens: maximumTokens, threads: 1)
  }

  @Test func vectorsAreUnitVectorsOfTheModelsWidth() async throws {
    let encoder = try await load()
    #expect(encoder.pooling == .mean)
    #expect(encoder.space.dimensions == 576)
    #expect(encoder.space.name == "smollm2-135m-instruct-q4_1")
    for vector in try await encoder.encode(texts) {
      #expect(vector.dimensions == 576)
      #expect(abs(vector.elements.reduce(0) { $0 + $1 * $1 } - 1) < 1e-4)
    }
  }

  @Test func aVectorDependsOnItsTextAlone() async throws {
    let encoder = try await load()
    let together = try await encoder.encode(texts)
    let reversed = try await encoder.encode(texts.reversed())
    #expect(Array(reversed.reversed()) == together)
    for (text, vector) in zip(texts, together) { #expect(try await encoder.encode(text) == vector) }
    #expect(Set(together.map(\.elements)).count == texts.count)
    #expect(try await encoder.encode([]).isEmpty)
  }

  @Test func likeTextsAreNearerThanUnlikeOnes() async throws {
    let encoder = try await load()
    let vectors = try await encoder.encode(
      ["The cat sleeps on the sofa.", "A cat is sleeping on a couch.", "Interest rates rose by 2 % in March 1998."])
    let like = try #require(vectors[0].cosine(to: vectors[1]))
    let unlike = try #require(vectors[0].cosine(to: vectors[2]))
    #expect(like > unlike)
  }

  @Test func whatLiesBeyondTheLimitIsCutOff() async throws {
    let encoder = try await load(maximumTokens: 16)
    let long = String(repeating: "word ", count: 200)
    #expect(encoder.maximumTokens == 16)
    #expect(encoder.tokenCount(of: long) > 200)
    #expect(try await encoder.encode(long) == encoder.encode(long + "and more"))
    #expect(try await encoder.encode(long) != encoder.encode("more " + long))
  }

  @Test func countsOfJoinedTextsAreNotLargerThanTheSum() async throws {
    let encoder = try await load()
    let words = "some words"
    for (text, space) in [
      (" ", " "), ("\n", "\n"), ("one two", "\n\n"), ("naïve", " "), ("```\nlet x\n```", "\n"), ("日本", "\t"),
    ] {
      let joined = [text, words, text].joined(separator: space)
      #expect(encoder.tokenCount(of: joined) <= 2 * encoder.tokenCount(of: text) + encoder.tokenCount(of: words))
    }
  }

  @Test func everythingThatChangesVectorsChangesTheFingerprint() async throws {
    let fingerprints = [
      try await load().space.fingerprint, try await load(pooling: .last).space.fingerprint,
      try await load(pooling: .first).space.fingerprint, try await load(maximumTokens: 32).space.fingerprint,
    ]
    #expect(Set(fingerprints).count == fingerprints.count)
    #expect(try await load().space.fingerprint == fingerprints[0])
  }
}
