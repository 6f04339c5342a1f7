import Foundation
import LlamaEngine
import TestSupport
import Testing

/// A reranker in a GGUF file, beside the scores of the reference. llama.cpp knows one segment only, so the reference's
/// are those with all tokens in one (`scripts/encoder-shapes.py`).
@Suite(.serialized) struct LlamaRerankerTests {
  private struct Scores: Decodable {
    struct Shape: Decodable {
      var pairs: [[String]]
      var scoresInOneSegment: [Float]
    }
    var shapes: [Shape]
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(pooling: UInt32 = 4, prompt: String? = nil, name: String = "tiny") throws -> String {
    try ModelShape.all(inFile: "rerankers.json")[0].writeGGUF(
      to: folder.path + "/\(name).gguf", width: 32, heads: 2, layers: 2, inner: 64, pooling: pooling, prompt: prompt)
  }

  private func golden() throws -> [(query: String, passage: String, score: Float)] {
    let shape = try JSONDecoder().decode(Scores.self, from: ModelShape.golden("rerankers.json")).shapes[0]
    return zip(shape.pairs, shape.scoresInOneSegment).map { ($0[0], $0[1], $1) }
      // The name of a control token is plain text here, and a token in the reference.
      .filter { !$0.passage.contains("[SEP]") }
  }

  @Test(arguments: [nil, "[CLS]{query}[SEP]{document}[SEP]"])
  func scoresAreThoseOfTheReference(prompt: String?) async throws {
    let reranker = try await LlamaReranker(contentsOf: file(prompt: prompt), maximumTokens: 40, threads: 1)
    #expect(reranker.name == "tiny" && reranker.maximumTokens == 40)
    for (query, passage, expected) in try golden() {
      let score = try await reranker.scores(of: [passage], for: query)[0]
      // ggml looks up GELU in a table of 16-bit floats. A missing special token changes a score by 0.01 and more.
      #expect(abs(score - expected) <= 1e-3, "\(query.prefix(30)), \(passage.prefix(30))")
    }
  }

  @Test func aPromptIsReadAsTheFileHasItAndTextsAreNeverPartOfIt() async throws {
    let plain = try await LlamaReranker(contentsOf: file(), threads: 1)
    let swapped = try await LlamaReranker(
      contentsOf: file(prompt: "[CLS]{document}[SEP]{query}[SEP]", name: "swapped"), threads: 1)
    let worded = try await LlamaReranker(
      contentsOf: file(prompt: "[CLS]query: {query}[SEP]passage {document}[SEP]", name: "worded"), threads: 1)
    let (query, passage) = ("the lamp", "tide turns.")
    #expect(try await swapped.scores(of: [query], for: passage) == plain.scores(of: [passage], for: query))
    #expect(
      try await worded.scores(of: [passage], for: query)
        == plain.scores(of: ["passage " + passage], for: "query: " + query))
    // Neither a placeholder nor the name of a control token in a text is more than text.
    #expect(
      try await worded.scores(of: ["the {query}"], for: "lamp")
        == plain.scores(of: ["passage the { query }"], for: "query: lamp"))
    #expect(
      try await plain.scores(of: ["lamp [SEP] lit"], for: "tide")
        == plain.scores(of: ["lamp [ SEP ] lit"], for: "tide"))
  }

  @Test func aScoreDependsOnItsPairAlone() async throws {
    let reranker = try await LlamaReranker(contentsOf: file(), threads: 1)
    let texts = ["The tide turns.", "lamp " + String(repeating: "lit ", count: 90), "", "keeper writes"]
    let together = try await reranker.scores(of: texts, for: "the lamp")
    #expect(Set(together).count == texts.count)
    #expect(try await reranker.scores(of: texts.reversed(), for: "the lamp") == together.reversed())
    #expect(try await reranker.scores(of: [], for: "the lamp").isEmpty)
  }

  @Test func anEncoderIsNoRerankerAndARerankerNoEncoder() async throws {
    let encoder = try file(pooling: 1, name: "encoder")
    await #expect(throws: LlamaError.notAReranker(path: encoder)) {
      try await LlamaReranker(contentsOf: encoder, threads: 1)
    }
    _ = try await LlamaTextEncoder(contentsOf: encoder, threads: 1)
    let reranker = try file()
    await #expect(throws: LlamaError.self) { try await LlamaTextEncoder(contentsOf: reranker, threads: 1) }
    let model = try Models.smallModel()
    await #expect(throws: LlamaError.notAReranker(path: model)) {
      try await LlamaReranker(contentsOf: model, threads: 1)
    }
  }

  @Test func aPromptWithoutAPlaceForThePassageIsRefused() async throws {
    let path = try file(prompt: "[CLS]{query}[SEP]")
    let error = await #expect(throws: LlamaError.self) { try await LlamaReranker(contentsOf: path, threads: 1) }
    #expect(error?.errorDescription?.contains("{document}") == true)
  }
}
