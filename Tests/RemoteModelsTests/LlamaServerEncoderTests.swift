import Embedding
import LlamaEngine
import RemoteModels
import TestSupport
import Testing

/// Encoders and rerankers behind llama.cpp's own server, against the same files in this process.
@Suite(.serialized) struct LlamaServerEncoderTests {
  private static let encoder = Task { try await LlamaServerProgram.start("--embeddings", "--pooling", "mean") }

  private let texts = [
    "The weather is lovely today.", "It's so sunny outside!", "日本語の文。", "Grüße\n\n\"an\" alle </s>", "a",
  ]

  @Test func vectorsAreThoseOfTheFileInThisProcess() async throws {
    let there = try await ServerTextEncoder(at: ServerAddress(Self.encoder.value.address))
    let here = try await LlamaTextEncoder(contentsOf: Models.smallModel(), pooling: .mean, threads: 1)
    #expect(there.space.dimensions == here.space.dimensions && there.maximumTokens == 512)
    #expect(there.space.name == "smollm2-135m-instruct-q4_1.gguf")
    for (one, other) in zip(try await there.encode(texts), try await here.encode(texts)) {
      #expect(try #require(one.cosine(to: other)) > 0.9999)
    }
    #expect(try await there.encode("").dimensions == here.space.dimensions)
    #expect(try await there.encode([]).isEmpty)
  }

  @Test func estimatesAreNoSmallerThanTheTokensOfTheModel() async throws {
    let there = try await ServerTextEncoder(at: ServerAddress(Self.encoder.value.address))
    let here = try await SmolLM2.load()
    for text in texts + [Notes.bread, Notes.bike] {
      #expect(there.tokenCount(of: text) >= here.tokenCount(of: text) * 9 / 10, "\(text)")
      let parts = text.split(whereSeparator: \.isWhitespace).map { there.tokenCount(of: String($0)) }
      #expect(parts.reduce(0, +) == there.tokenCount(of: text))
    }
  }

  /// The server takes 128 tokens.
  @Test func whatIsTooLongForTheServerIsCut() async throws {
    let there = try await ServerTextEncoder(at: ServerAddress(Self.encoder.value.address))
    let start = "The tide turns at noon, and the keeper of the light writes it down."
    let long = start + String(repeating: " Then it turns again.", count: 80)
    let vectors = try await there.encode([start, long, "Interest rates rose."])
    #expect(try #require(vectors[0].cosine(to: vectors[1])) > #require(vectors[2].cosine(to: vectors[1])))
    #expect(try await there.encode([start]) == [vectors[0]])
  }

  @Test func aServersRoleIsWhatItWasStartedFor() async throws {
    let address = try await ServerAddress(Self.encoder.value.address)
    let reranker = try await ServerReranker(at: address)
    await #expect(throws: ServerError.self) { try await reranker.scores(of: ["a"], for: "b") }
  }

  @Test func scoresAreThoseOfTheFileInThisProcess() async throws {
    let folder = try TemporaryFolder()
    let file = try ModelShape.all(inFile: "rerankers.json")[0].writeGGUF(
      to: folder.path + "/tiny.gguf", width: 32, heads: 2, layers: 2, inner: 64, pooling: 4,
      prompt: "[CLS]{query}[SEP]{document}[SEP]")
    let program = try await LlamaServerProgram.start(model: file, contextSize: 64, "--reranking")
    let there = try await ServerReranker(at: ServerAddress(program.address))
    let here = try await LlamaReranker(contentsOf: file, threads: 1)
    #expect(there.name == "tiny.gguf")
    let passages = ["The tide turns.", "the lamp is lit", "keeper writes", "a"]
    let scores = try await there.scores(of: passages, for: "the lamp")
    for (one, other) in zip(scores, try await here.scores(of: passages, for: "the lamp")) {
      #expect(abs(one - other) < 1e-3)
    }
    #expect(try await there.scores(of: [], for: "the lamp").isEmpty)
  }
}
